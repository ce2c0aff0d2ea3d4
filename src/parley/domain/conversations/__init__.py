"""Conversations: what is being said, and what was said.

conversation   one talk of one caller with one agent; on one deployment from beginning to end
turn           what the user said and what the agent answered; number 0 is the opening, before anyone has said a thing
live state     what an active conversation carries from turn to turn: context, dialog, opaque state of agent code
lease          the right to take the next turn: one writer a conversation; it is free again when its process dies
ending         why a conversation is over; finish: what its end function did afterwards, in the one run that counts
reply          an answer stored under an Idempotency-Key, so that a request that is repeated gets it again
memory         what an agent knows of a caller from earlier conversations
handoff state  what a conversation shows to other systems while it runs and afterwards; found by its id or a shared id
retention      how long a project keeps its conversations; redaction: what it hides in them before they are written
external event something posted from outside under an id that the agent handed out; pending until a turn knows of it
message        a text message or mail that an agent sends: an outbox, written with the turn, delivered by a job
"""
