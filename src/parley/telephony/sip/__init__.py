"""SIP and media, behind an interface of our own (`protocol`). Nothing here knows a database, a project or an agent.

baresip stack     the implementation: baresip in this process, on a thread of its own (`sip_thread`)
native            the C functions that baresip-python lacks, called through ctypes on the SIP thread
user agent        what baresip places a call with; pooled, because one cannot be removed from a running stack
ingress           in front of the stack: access control, rate limits and socket filter, as one
ingress hooks     the C callbacks by which every datagram and request passes the ingress first
access control    which requests the stack is to see: of trunks, and in a call only of its own trunk
socket filter     a filter in the kernel that drops packets of unknown addresses during a flood
dialog table      what SIP messages say about the calls that run: INVITEs, tags, addresses of the other side
native message    a SIP message as the C library has it in memory, looked into and mended in place
advertised        the address that others reach us at, written into messages just before they are sent
sent message      a message that we send, changed where it lies
session timers    who shows in time that a call goes on (RFC 4028), and when it is over
far contact       where requests within a call go to, when the other side names an address behind its router
media source      where media comes from and so goes to; `symmetric_rtp` looks at a packet of each call now and then
watchdog          tells a SIP thread that hangs from one that gets no processor
replaceable call  a call whose leg may be replaced by another (RFC 3891), the last step of an attended transfer
inband keys       keys that come as sound, found in it and taken out of it
registrar         registers us at providers, and stays registered
digest            password authentication of callers
fake stack        both ends of a call in one process, without a network; for tests of what stands above
"""
