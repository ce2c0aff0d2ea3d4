"""Records: what was said, as integrators read it.

record         one conversation with its turns, in the form of the Conversations API
sealed         a finished conversation's record, kept as JSON text; one that still runs is built when it is asked for
filters        which conversations are meant: project, environment, time, channel, variant, running or finished
found          records in the order of an answer, by id
page           what of that goes into one answer; a cursor says where the next one begins
view           what of a record a caller gets to see, and in which form
words          what a transcript search looks up; vectors: what a semantic search compares
"""
