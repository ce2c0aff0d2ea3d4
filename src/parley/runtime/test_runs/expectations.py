"""Whether a turn was what its script expected."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from parley.kit.patterns.errors import PatternRefused
from parley.kit.patterns.pattern import compile_pattern
from parley.runtime.turn.output import TurnResult


@dataclass(frozen=True, slots=True)
class Outcome:
    """Of one entry of a script."""

    said: str
    calls: Sequence[str]
    ended: bool
    handoff: str | None
    state: Mapping[str, Any]
    flow: str | None = None
    step: str | None = None

    @classmethod
    def of(cls, results: Sequence[TurnResult]) -> Outcome:
        """Somebody who speaks may take several turns for what is one entry."""
        last = results[-1]
        handoffs = [result.handoff.destination for result in results if result.handoff]
        return cls(
            " ".join(result.reply for result in results),
            [call.name for result in results for call in result.trace.functions if not call.is_refused],
            last.end_conversation,
            handoffs[-1] if handoffs else None,
            last.dialog.state_json,
            last.trace.out_flow,
            last.trace.out_step,
        )


@dataclass(frozen=True, slots=True)
class Unmet:
    """One thing that a script expected and that did not happen."""

    turn: int
    """The number of the entry."""
    expectation: str
    """As it stands in the script: says, not_says, calls, ends, handoff, flow, step, state.NAME; model, user: the
    script itself."""
    wanted: Any
    got: Any
    words: str

    def __str__(self) -> str:
        return f"turn {self.turn}: {self.words}"

    def to_json(self) -> dict[str, Any]:
        return {
            "turn": self.turn,
            "expectation": self.expectation,
            "wanted": self.wanted,
            "got": self.got,
            "message": self.words,
        }


def unmet(number: int, expect: Mapping[str, Any], found: Outcome) -> list[Unmet]:
    """What of the expectations of entry `number` does not hold."""
    problems = _unmet_words(number, expect, found.said)
    if (name := expect.get("calls")) and name not in found.calls:
        words = f"wanted a call of {name}, got {', '.join(found.calls) or 'none'}"
        problems.append(Unmet(number, "calls", name, list(found.calls), words))
    if "ends" in expect and bool(expect["ends"]) != found.ended:
        words = f"the conversation {'went on' if expect['ends'] else 'ended'}"
        problems.append(Unmet(number, "ends", bool(expect["ends"]), found.ended, words))
    if (wanted := expect.get("handoff")) and wanted != found.handoff:
        words = f"wanted a handoff to {wanted!r}, got {found.handoff!r}"
        problems.append(Unmet(number, "handoff", wanted, found.handoff, words))
    for key, place in (("flow", found.flow), ("step", found.step)):
        if key in expect and (wanted := expect[key] or None) != place:
            problems.append(Unmet(number, key, wanted, place, f"wanted the {key} {wanted!r}, got {place!r}"))
    for name, value in (expect.get("state") or {}).items():
        if (held := found.state.get(name)) != value:
            words = f"wanted state {name} = {value!r}, got {held!r}"
            problems.append(Unmet(number, f"state.{name}", value, held, words))
    return problems


def ended_before(number: int, user: str) -> Unmet:
    return Unmet(number, "user", user, None, "the conversation had ended before")


def unplayed(number: int, left: int) -> Unmet:
    return Unmet(number, "model", 0, left, f"{left} of the model's moves were never asked for")


def unheard(number: int, user: str) -> Unmet:
    return Unmet(number, "user", user, None, "the agent did not hear it")


def _unmet_words(number: int, expect: Mapping[str, Any], said: str) -> list[Unmet]:
    problems = []
    for key, is_wanted, words in (("says", True, "words"), ("not_says", False, "no words")):
        if not (pattern := expect.get(key)):
            continue
        try:
            is_said = compile_pattern(str(pattern), ignore_case=True).search(said) is not None
        except PatternRefused as refusal:
            problems.append(Unmet(number, key, pattern, said, f"'{key}' cannot be used: {refusal}"))
        else:
            if is_said is not is_wanted:
                told = f"wanted {words} like {pattern!r}, the agent said {said!r}"
                problems.append(Unmet(number, key, pattern, said, told))
    return problems
