"""The only way into a conversation: open, respond, close, and what runs beside the turns of a conversation.

sessions         the verbs, from a request to a result that is on disk
opening          how a conversation begins
leases           the right to take the next turn of a conversation, and its dialog state
persistence      from a turn's result to what is written, and back
external_events  events from outside, from the disk into a dialog state
event_signals    tells a door that waits for events of its conversation
pending_turns    turns that can still be thrown away: foreseen ones, and those that the user goes on with
memory           what the agent remembers of a caller
outlets          who can tell a user what the agent says of its own accord
chosen_ids       ids that others choose for conversations
user_turn        what a turn of the user answers, and what the door knows beside it
reply_hook       what a door does with a result in the transaction of its turn
dependencies     what the sessions of a process share; gives each turn its ports
jobs             what happens when nobody waits: end functions, idle chats, messages
"""
