"""Records: what was said, as integrators read it.

record         one conversation with its turns, in the form of the Conversations API
snapshot       the record of a finished conversation, stored as JSON text; of a conversation without one, the record is
               built from its rows whenever it is read
header         the row of a conversation with what it knows: everything of a record but its turns
filters        which conversations are meant: project, environment, time, channel, variant, running or finished
record ref     a record by its id, with the size of its snapshot
record list    record refs in the order of an answer, and whether others follow
view           what of a record a caller gets to see, and in which form
pages          records by age, and the reading of any page; samples: random ones; search: by words or by meaning
"""
