"""What is heard of a call by others: its recording, and people who listen in.

call recording  the recording of one call, until it is written (`call_recording`)
tracks          pure: both sides of a call on one clock, until they are written (`tracks`)
recorder        writes the recordings of all calls of a process while they run (`recorder`)
tapped leg      a media leg that passes what goes through it, both ways, to whoever else hears it (`tapped_leg`)
live audio      calls that run, for people who listen in (`live_audio`)
"""
