"""Calls by a program, to try an agent out: over the same line as everybody's.

call               a stack of its own, one call, a simulated caller at our end of it
plan               what the caller's process is told, as JSON
caller process     the caller, when the other side of the call is in our own process: one has a single SIP stack
remote caller      our end of that process
private instance   an agent alone with a database of its own, answering calls for as long as it is tried out
observed sessions  takes turns like everybody's, and remembers them
observed call      a call whose turns are watched, with a model and a scene of its own
spoken trial       a conversation of an evaluation, held over such a call
spoken case        a case of a test suite, held over such a call
spoken folder      a conversation of one's own with the agent of a folder
"""
