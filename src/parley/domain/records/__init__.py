"""Records: what was said, as integrators read it.

record         one conversation with its turns, in the form of the Conversations API
sealed         a finished conversation's record, kept as JSON text; one that still runs is built when it is asked for
filters        which conversations are meant: project, environment, time, channel, variant, running or finished
found          records in the order of an answer, by id
words          what a transcript search looks up; vectors: what a semantic search compares
"""
