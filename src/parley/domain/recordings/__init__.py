"""Recordings of calls: two tracks, the caller's and the agent's, on the clock of the record.

recording   what is kept of a call's audio; it belongs to its conversation and goes with it
chunk       some seconds of both tracks, written while the call runs: mu-law, deflated, encrypted
discarded   agent code does not want it kept: its chunks are gone and none can be added
private     the caller said or keyed in what the project marks as personal
hidden      silent in the redacted form: private parts, and turns whose text is redacted
"""
