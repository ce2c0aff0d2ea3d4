"""A small language model on this machine, for development and nightly tests: its weights, its engine, its processes."""
