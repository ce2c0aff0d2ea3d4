"""What the rest of Parley knows of models that judge whether a turn is complete.

Audio is signed 16-bit PCM, mono, at a rate that recognition knows.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Literal, Protocol

from parley.kit.errors import ParleyError

TurnModelChoice = Literal["none", "smart-turn"]
LONGEST_SECONDS = 8
"""Of a longer turn the end is judged."""


class TurnEndUnavailable(ParleyError):
    """A model that was asked for is not installed."""


class TurnEndFailed(Exception):
    """A model did not judge. Says nothing of what was said."""


class TurnEndModel(Protocol):
    @property
    def name(self) -> str: ...

    def start(self) -> None:
        """Loads it in the background: a call begins with a greeting."""

    async def judge(self, call: Hashable, pcm: bytes, rate: int) -> float:
        """The probability that a turn is complete which sounds like this so far, short pause at the end included. A
        newer request of a call takes the place of its older one. Raises `TurnEndFailed`."""

    async def aclose(self) -> None: ...
