"""Flows: moving through them (`navigation`), and steps without code that collect entities (`default_steps`)."""
