"""A stand-in for the optional library: as much of its interface as we use."""
