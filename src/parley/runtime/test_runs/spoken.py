"""What a case was like that was held over a call."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any

from parley.providers.llm.protocol import Message, Model, Piece, Request
from parley.providers.llm.scripted import ScriptedModel


@dataclass(frozen=True, slots=True)
class SpokenTurn:
    said: str
    heard: str
    errors: int
    """Words that were misheard, left out or put in."""
    words: int
    latency: float | None
    """Seconds from the caller's last word to the agent's first sound."""
    interrupted: bool
    """The caller spoke over the agent."""
    yielded: float | None
    """Seconds until the agent that was spoken over was silent."""

    def to_json(self) -> dict[str, Any]:
        return {
            "said": self.said,
            "heard": self.heard,
            "word_errors": self.errors,
            "words": self.words,
            "latency_ms": _milliseconds(self.latency),
            "interrupted": self.interrupted,
            "yielded_ms": _milliseconds(self.yielded),
        }


@dataclass(frozen=True, slots=True)
class SpokenReport:
    voice: str
    turns: Sequence[SpokenTurn]
    recording: str = ""

    @property
    def word_error(self) -> float:
        return sum(turn.errors for turn in self.turns) / max(sum(turn.words for turn in self.turns), 1)

    @property
    def latency(self) -> float | None:
        """The median."""
        known = [turn.latency for turn in self.turns if turn.latency is not None]
        return median(known) if known else None

    @property
    def interruptions(self) -> int:
        return sum(turn.interrupted for turn in self.turns)

    def to_json(self) -> dict[str, Any]:
        return {
            "voice": self.voice,
            "word_error": round(self.word_error, 4),
            "latency_ms": _milliseconds(self.latency),
            "interruptions": self.interruptions,
            "turns": [turn.to_json() for turn in self.turns],
            "recording": self.recording or None,
        }


def _milliseconds(seconds: float | None) -> int | None:
    return None if seconds is None else round(seconds * 1000)


class LineModel:
    """Plays the moves that a script has for the line that is being answered; without any the model behind it answers.
    A turn that is begun again, because the caller had not finished, is played again."""

    name = "scripted"

    def __init__(self, otherwise: Model) -> None:
        self._otherwise = otherwise
        self._moves: Sequence[Any] | None = None
        self._playing: ScriptedModel | None = None

    def use_moves(self, moves: Sequence[Any] | None) -> None:
        """For turns that begin from now on. None: the model answers."""
        self._moves = moves
        self._playing = None if moves is None else ScriptedModel.from_mappings(moves)

    @property
    def unplayed(self) -> int:
        """Of the moves of the newest line."""
        return len(self._playing.unplayed) if self._playing is not None else 0

    async def stream(self, request: Request) -> AsyncGenerator[Piece, None]:
        if begins_turn(request.messages) and self._moves is not None:
            self._playing = ScriptedModel.from_mappings(self._moves)
        async for piece in (self._playing or self._otherwise).stream(request):
            yield piece


def begins_turn(messages: Sequence[Message]) -> bool:
    """The model has not been asked since the user spoke."""
    newest = next((message.role for message in reversed(messages) if message.role != "system"), "user")
    return newest == "user"
