"""SIP messages as they are written: headers, bodies and addresses, read without any call in mind.

headers             what is in a header, and headers that we add
sdp                 session descriptions: what an offer holds, and the SDP part of a body of several
native message      a SIP message as the C library has it in memory, looked into and mended in place
sent message        a message that we send, changed where it lies
advertised address  the address that others reach us at, written into messages just before they are sent
far contact         where requests within a call go to, when the other side names an address behind its router
replaces            the header that names the dialog a new call takes the place of (RFC 3891)
digest              password authentication of callers
"""
