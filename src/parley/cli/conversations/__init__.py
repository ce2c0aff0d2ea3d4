"""Conversations had and looked at: `parley chat`, `call`, `conversations` (list, show, replay, record as a case)."""
