"""Calls from browsers and apps, over WebRTC: a third carrier beside SIP and media streams.

sdp             what an offer says, and the answer to it (pure)
rtp             packets of audio and keys (pure)
messages        what is said over the signalling socket (pure)
admission       whose token opens a call, and for which pages
ports           the UDP sockets that media comes to
ice             the side of connectivity checks that only answers
media           one connection: checks, encryption, packets
opus            Opus to and from the audio of calls
browser_call    a call over such a connection
carrier         these calls as the call handler wants them
captions        what is said, told to the caller in words
signalling      one signalling socket
gateway         the service that browsers reach: signalling, ICE servers, health
"""
