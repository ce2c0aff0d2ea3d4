"""The SIP stack: baresip in this process, on a thread of its own.

stack             the implementation of `protocol`; `call` and `incoming_call` are its calls, `audio` their sound
native            the C functions that baresip-python lacks, called through ctypes on the SIP thread
SIP thread        the only thread that calls the C library; `watchdog` tells one that hangs from one without a processor
user agent        what baresip places a call with; pooled, because one cannot be removed from a running stack
registrar         registers us at providers, and stays registered
failure reasons   why a call came to nothing, from status and Reason header
certificate       a self-signed one, for a stack that was given none
"""
