"""The door of the runtime and data family: chat, records, calls, events, numbers, handoff state."""
