"""Redaction of a turn, off the loop where there is much to look at."""

from __future__ import annotations

import asyncio

from parley.domain.conversations.model import TurnWrite
from parley.domain.conversations.redaction import redact_turn
from parley.kit.text.redact import Redactor

LONG = 500
"""Characters. A page of digits takes 150 ms to look through; words take a thousandth of it, but are as rare."""
WORDY = {"functions", "exchanges"}


async def hidden(write: TurnWrite, hide: Redactor | None) -> TurnWrite:
    """Without what the project does not want to keep."""
    if hide is None:
        return write
    turn = write.turn
    is_short = len(turn.user_input or "") + len(turn.agent_response) <= LONG and not turn.trace.keys() & WORDY
    return redact_turn(write, hide) if is_short else await asyncio.to_thread(redact_turn, write, hide)
