"""Telephony: the door for phone calls.

stack          what speaks SIP and RTP for us; knows no database and no agent
call           one phone call as the stack has it: words go in, digits and audio come out
invitation     a call that somebody wants to make to us
mouth          says a reply while it is still being made, and knows how much of it was heard
ear            hears what a caller does: keys and silence
listening      how an ear listens: for how long, for how many keys, whether the agent may be interrupted
trunk          the provider's side of a connector: where our calls go, and whose calls we take
"""
