"""The command line: the operator's door. `up` runs everything; the rest are its parts and the operator's tools."""
