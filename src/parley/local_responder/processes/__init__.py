"""The child processes in which the local responder decides.

- **pool**: starts them, hands them requests, replaces those that are lost.
- **child**: the main program of a responder process.
- **wire**: what the frames between the two hold.
"""
