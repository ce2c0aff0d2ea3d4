"""In front of the SIP stack: every datagram and request passes here before the C library acts on it.

ingress          access control, rate limits and socket filter, as one
hooks            the C callbacks by which messages come here
access control   which requests the stack is to see: of trunks, and in a call only of its own trunk
dialog table     what SIP messages say about the calls that run: INVITEs, tags, addresses of the other side
request faults   what a request contradicts itself in, or what cannot be parsed at all
rate limits      how much strangers may send
socket filter    a filter in the kernel that drops packets of unknown addresses during a flood
process sockets  sockets that C code opened, found by their descriptors
session timers   who shows in time that a call goes on (RFC 4028), and when it is over
"""
