"""Conversations: what is being said, and what was said.

conversation   one talk of one caller with one agent; on one deployment from beginning to end
turn           what the user said and what the agent answered; number 0 is the opening, before anyone has said a thing
live           what an active conversation carries from turn to turn (its mind, opaque state, who is taking a turn)
claim          the right to take the next turn: one writer a conversation, given back when a process dies
reply          an answer kept under an Idempotency-Key, so that a retry gets it again
memory         what an agent remembers of a caller between conversations
handoff state  what a conversation shows to other systems while it runs and afterwards: state that the project exposes
retention      how long a project keeps its conversations; redaction: what it hides in them before they are written
external event something posted from outside under an id that the agent handed out; waits until a turn takes it in
message        a text message or mail that an agent sent, written with the turn, delivered by a job
"""
