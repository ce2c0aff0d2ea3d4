"""Written dialogues of people who do not talk like a script, and whether an agent without a model gets them to their
goal."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from parley.domain.projects.files import bundle_files
from parley.domain.projects.loader import load_project
from parley.domain.projects.model import Project
from parley.runtime.turn.output import TurnResult
from tests.agent_files import split_files

HERE = Path(__file__).parent
AGENTS = ("vet", "rental", "moving", "library")
SETS = ("worked", "held_out")
TODAY = "2026-05-13T10:00:00Z"
MOST_ANSWERS = 8
"""Lines after the user's own: whoever is asked the same again and again has not reached anything."""


@dataclass(frozen=True, slots=True)
class Dialogue:
    agent: str
    name: str
    says: tuple[str | Mapping[str, str], ...]
    goal: Mapping[str, Any]
    answers: Mapping[str, str]

    def lines(self, heard: Heard) -> Iterator[str]:
        """What the user says next, as long as the conversation goes on and they have something to say."""
        for line in self.says:
            if isinstance(line, str):
                yield line
            elif re.search(line["asked"], heard.last, re.IGNORECASE):
                yield line["say"]
        for _ in range(MOST_ANSWERS):
            answer = next((said for asked, said in self.answers.items() if re.search(asked, heard.last)), None)
            if answer is None:
                return
            yield answer


@dataclass(slots=True)
class Heard:
    """What came of the turns so far."""

    results: list[TurnResult] = field(default_factory=list)

    @property
    def last(self) -> str:
        return self.results[-1].reply

    @property
    def has_ended(self) -> bool:
        return self.results[-1].end_conversation

    def unmet(self, goal: Mapping[str, Any]) -> list[str]:
        """What of the goal was not reached, each in a line."""
        return [problem for problem in (*self._unmet_deeds(goal), *self._unmet_words(goal)) if problem]

    def _unmet_deeds(self, goal: Mapping[str, Any]) -> Iterator[str]:
        last = self.results[-1]
        for name, wanted in goal.get("state", {}).items():
            found = last.dialog.state_json.get(name)
            if found not in (wanted if isinstance(wanted, list) else [wanted]):
                yield f"state {name} = {wanted!r}, got {found!r}"
        calls = {call.name for result in self.results for call in result.trace.functions if not call.is_refused}
        yield from (f"a call of {name}" for name in goal.get("calls", ()) if name not in calls)
        yield from (f"no call of {name}" for name in goal.get("not_calls", ()) if name in calls)
        handoff = last.handoff.destination if last.handoff else None
        if goal.get("handoff") != handoff:
            yield f"a handoff to {goal.get('handoff')}, got {handoff}"
        if goal.get("ends", bool(handoff)) != self.has_ended:
            yield "an end" if not self.has_ended else "no end"

    def _unmet_words(self, goal: Mapping[str, Any]) -> Iterator[str]:
        said = "\n".join(result.reply for result in self.results)
        for key in ("heard", "heard_too"):
            if key in goal and not re.search(str(goal[key]), said, re.IGNORECASE):
                yield f"words like {goal[key]!r}"
        if "not_heard" in goal and re.search(str(goal["not_heard"]), said, re.IGNORECASE):
            yield f"no words like {goal['not_heard']!r}"
        counted = sum(result.output.is_ood for result in self.results)
        if counted < goal.get("misunderstood", 0):
            yield f"{goal['misunderstood']} turns not understood, counted {counted}"


@cache
def project_of(agent: str) -> Project:
    files = split_files((HERE / "agents" / f"{agent}.txt").read_text())
    bundle, problems = bundle_files({path: text.encode() for path, text in files.items()})
    assert bundle is not None, problems
    project, problems = load_project(bundle)
    assert project is not None, problems
    return project


def read_dialogues(name: str) -> list[Dialogue]:
    answers = yaml.safe_load((HERE / "answers.yaml").read_text())
    return [
        Dialogue(one["agent"], one["name"], tuple(one["says"]), one["goal"], answers[one["agent"]])
        for one in yaml.safe_load((HERE / f"{name}.yaml").read_text())
    ]
