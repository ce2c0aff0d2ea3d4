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
        )


def unmet(number: int, expect: Mapping[str, Any], found: Outcome) -> list[str]:
    """What of the expectations of entry `number` does not hold."""
    problems = _unmet_words(number, expect, found.said)
    if (name := expect.get("calls")) and name not in found.calls:
        problems.append(f"turn {number}: wanted a call of {name}, got {', '.join(found.calls) or 'none'}")
    if "ends" in expect and bool(expect["ends"]) != found.ended:
        problems.append(f"turn {number}: the conversation {'went on' if expect['ends'] else 'ended'}")
    if (wanted := expect.get("handoff")) and wanted != found.handoff:
        problems.append(f"turn {number}: wanted a handoff to {wanted!r}, got {found.handoff!r}")
    for name, value in (expect.get("state") or {}).items():
        if found.state.get(name) != value:
            problems.append(f"turn {number}: wanted state {name} = {value!r}, got {found.state.get(name)!r}")
    return problems


def _unmet_words(number: int, expect: Mapping[str, Any], said: str) -> list[str]:
    problems = []
    for key, is_wanted, words in (("says", True, "words"), ("not_says", False, "no words")):
        if not (pattern := expect.get(key)):
            continue
        try:
            is_said = compile_pattern(str(pattern), ignore_case=True).search(said) is not None
        except PatternRefused as refusal:
            problems.append(f"turn {number}: '{key}' cannot be used: {refusal}")
        else:
            if is_said is not is_wanted:
                problems.append(f"turn {number}: wanted {words} like {pattern!r}, the agent said {said!r}")
    return problems
