"""A conversation that is played again: what the user did in it, what was answered then and now, and how that differs.
Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from enum import StrEnum
from typing import Any

from parley.domain.conversations.redaction import is_redacted
from parley.kit.values import value


class Difference(StrEnum):
    WORDS = "words"
    FUNCTIONS = "functions"
    PLACE = "place"
    """Another flow or step afterwards."""
    HANDOFF = "handoff"
    END = "end"


@value
class FunctionCalled:
    name: str
    arguments: Mapping[str, Any]


@value
class Answer:
    words: str
    functions: tuple[FunctionCalled, ...] = ()
    flow: str | None = None
    step: str | None = None
    handoff: str | None = None
    """Where to."""
    ended: bool = False
    """By the agent."""


@value
class PlayedTurn:
    number: int
    said: str | None
    """None: it was not the user's turn, so that nothing can be said again."""
    before: Answer
    keys: str = ""
    metadata: Mapping[str, Any] = field(default_factory=dict)
    was_cut: bool = False
    """The user interrupted this answer: no more of it is known than what was heard."""

    @property
    def is_redacted(self) -> bool:
        return self.said is not None and is_redacted(self.said)


@value
class ReplayedTurn:
    turn: PlayedTurn
    after: Answer | None
    """None: it was not played again."""

    @property
    def differences(self) -> tuple[Difference, ...]:
        before, after = self.turn.before, self.after
        if after is None:
            return ()
        found = {
            Difference.WORDS: not _is_same_text(before.words, after.words, self.turn.was_cut),
            Difference.FUNCTIONS: before.functions != after.functions,
            Difference.PLACE: (before.flow, before.step) != (after.flow, after.step),
            Difference.HANDOFF: before.handoff != after.handoff,
            Difference.END: before.ended != after.ended,
        }
        return tuple(kind for kind, differs in found.items() if differs)


def _is_same_text(before: str, after: str, was_cut: bool) -> bool:
    heard, said = before.split(), after.split()
    return said[: len(heard)] == heard if was_cut else said == heard


def answer_of(words: str, trace: Mapping[str, Any], handoff: str | None, ended: bool) -> Answer:
    functions = tuple(FunctionCalled(each["name"], each["arguments"]) for each in trace.get("functions", ()))
    return Answer(words, functions, trace.get("out_flow"), trace.get("out_step"), handoff, ended)


def played_turns(rows: Sequence[Mapping[str, Any]], handoff: str | None, ended_by_agent: bool) -> list[PlayedTurn]:
    """`handoff` and end are those of the conversation, so of its last turn."""
    last = len(rows) - 1
    turns = []
    for index, row in enumerate(rows):
        is_last, trace = index == last, row["trace"]
        turns.append(
            PlayedTurn(
                number=row["number"],
                said=row["said"],
                before=answer_of(
                    row["agent_response"], trace, handoff if is_last else None, is_last and ended_by_agent
                ),
                keys=row["dtmf"],
                metadata=trace.get("metadata", {}),
                was_cut=not is_last and bool(rows[index + 1]["barge_in"]),
            )
        )
    return turns
