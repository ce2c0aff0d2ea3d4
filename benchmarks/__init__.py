"""What `make bench` measures: each figure beside its floor, in one run."""
