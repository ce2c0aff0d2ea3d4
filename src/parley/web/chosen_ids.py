"""Conversations in addresses by the ids that others chose for them."""

from __future__ import annotations

import re
from collections.abc import Mapping

from parley.domain.conversations import store
from parley.domain.conversations.model import CHOSEN_ID, is_own_id
from parley.resources import Resources
from parley.web.auth import Caller

NAME = "conversation_id"


async def with_own_id(resources: Resources, caller: Caller, path: Mapping[str, str]) -> Mapping[str, str]:
    """What a path names, with a conversation's own id in place of a chosen one."""
    named = path.get(NAME)
    if named is None or caller.project is None or is_own_id(named) or not re.fullmatch(CHOSEN_ID, named):
        return path
    found = await store.find_chosen(resources.db, caller.project.id, named)
    return path if found is None else {**path, NAME: found}
