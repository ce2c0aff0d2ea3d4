"""Telephony: the door for phone calls.

stack           what speaks SIP and RTP for us; knows no database and no agent (`sip`)
trunk           the provider's side of a connector: where our calls go, and whose calls we take
incoming call   an INVITE that waits for an answer
dial request    a call that the stack is to place
carrier         what brings calls and takes them: SIP, or a provider's media streams (`streams`)
call route      who talks to which agent through which trunk, for one call (`routing`)
call handler    sees every call from its slot to its end
dialer          takes queued calls as slots become free
transfer        the caller goes on with somebody else: by REFER, INVITE and bridge, or BYE
trunk allowlist the addresses that may call, kept equal to the connectors'
spoken conversation, playback, turn taking: `voice`, which knows no SIP
"""
