"""What RTP carries and where it comes from.

media source   where media comes from and so goes to; `symmetric_rtp` looks at a packet of each call now and then
media watch    how long nothing has come; `media_probe` reads that from the C library
wide band      between 8 and 16 kHz
inband keys    keys that come as sound, found in it and taken out of it
bad network    loss and jitter on purpose, for simulated calls
"""
