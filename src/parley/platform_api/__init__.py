"""The door of the runtime and data family.

app              every endpoint of the service
chat             starting, continuing and closing a conversation
conversations    records of what was said, with what they take and give in conversation_models
concurrency      how many conversations ran at once
outbound         placing calls; dni: numbers reserved for one caller
external_events  events for conversations that wait; event_ids: where the id of one stands in what was posted
handoff          what a conversation shows to other systems
timestamps       moments in queries
"""
