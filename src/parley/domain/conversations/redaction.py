"""What a project wants hidden in what is stored for people to read. Pure, and applied before anything is written.

What a live conversation needs to go on stays complete and goes away with it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from parley.domain.conversations.model import Ending, Finish, Turn, TurnWrite
from parley.domain.projects.info import ProjectInfo
from parley.kit.text.redact import KINDS, Redactor, redactor

SETTING = "redact"
CALLER, AGENT = "from_", "to"
"""In the state: who calls, and the agent's own number, which is nobody's secret."""


def project_redactor(project: ProjectInfo) -> Redactor | None:
    """None: the project hides nothing."""
    kinds = project.settings.get(SETTING)
    return redactor(tuple(kinds)) if kinds else None


def is_redacted(kept: str) -> bool:
    """Whether something was taken out of a text before it was written: of a turn that is private, all of it."""
    return bool(kept) and (not kept.strip("*") or any(f"[{kind}]" in kept for kind in KINDS))


def redact_turn(write: TurnWrite, hide: Redactor) -> TurnWrite:
    ending = write.ending and _redact_ending(write.ending, hide)
    handoff = write.handoff and replace(write.handoff, reason=hide.text(write.handoff.reason))
    return replace(write, turn=_redact_text(write.turn, hide), ending=ending, handoff=handoff)


def redact_finish(finish: Finish, hide: Redactor) -> Finish:
    return replace(finish, metrics=redact_metrics(finish.metrics, hide), trace=hide.value(finish.trace))


def redact_metrics(metrics: Sequence[tuple[str, Any]], hide: Redactor) -> list[tuple[str, Any]]:
    return [(name, hide.value(value)) for name, value in metrics]


def redact_state(state: Mapping[str, Any], hide: Redactor) -> dict[str, Any]:
    hidden: dict[str, Any] = hide.value(state)
    # It is known to be a number, whatever it looks like: nothing has to be recognised in it.
    if isinstance(caller := state.get(CALLER), str):
        hidden[CALLER] = hide.number(caller)
    return {**hidden, AGENT: state[AGENT]} if AGENT in state else hidden


def _redact_text(turn: Turn, hide: Redactor) -> Turn:
    return replace(
        turn,
        user_input=hide.text(turn.user_input),
        agent_response=hide.text(turn.agent_response),
        dtmf=hide.text(turn.dtmf),
        entities=hide.value(turn.entities),
        metrics=redact_metrics(turn.metrics, hide),
        trace=hide.value(turn.trace),
    )


def _redact_ending(ending: Ending, hide: Redactor) -> Ending:
    """Why, in the user's own words perhaps; where to is the operator's own. What is handed over is meant to be read."""
    return replace(ending, handoff_reason=hide.text(ending.handoff_reason))
