"""Who changed what in an account, and when.

entry    one change: who made it, what was done to what, and the names of the fields that are different since
actor    who a transaction acts for: a key, the operator at the command line, or the installation by itself

Entries are written by the actions that change something, in their transaction; they are never changed, and go when they
are older than the operator keeps them.
"""
