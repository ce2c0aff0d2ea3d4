"""What command-line toolkits push: changes of the tree, each a message of the hosted service's own form.

wire        reading protobuf, within bounds
messages    which message has which fields (commands.yaml)
batch       the envelope: what is to be changed, since when, by whom
settings    changes of what a project has one of
flows       changes of flows, their steps and functions
lists       changes of records in collections
apply       all of a batch, or nothing
"""
