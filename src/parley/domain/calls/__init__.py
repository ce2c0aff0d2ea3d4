"""Calls: phone calls in both directions, from the queue to their end.

call           one phone call; its conversation has the same id
queued         waits for a free slot of its connector
calling        has a slot and a voice process: it rings, or people talk
success        it was answered and has ended
failure        it was not answered, or could not be placed
cancelled      its client does not want it any more: it is not placed, or is hung up on
slot           one of the calls that a connector takes at once
orphan         a call whose voice process died
"""
