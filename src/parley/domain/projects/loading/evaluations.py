"""evaluation/: goals and personas of simulated users. No agent needs them to run, so all is a warning here."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from parley.domain.projects.evaluation import BUILT_IN, FOLDER, NOISES, CallConditions, Evaluation, Goal, Line, Persona
from parley.domain.projects.loading.conversation_setup import (
    CHANNELS,
    read_api_mocks,
    read_attributes,
    read_language,
    read_moment,
    read_variant,
)
from parley.domain.projects.loading.fields import Fields
from parley.domain.projects.loading.findings import Target
from parley.domain.projects.loading.patterns import check_pattern
from parley.domain.projects.loading.source import Source
from parley.domain.projects.loading.suggestions import did_you_mean
from parley.domain.projects.model import ExpectedCall, TestCase

MOST_TURNS, DEFAULT_TURNS = 100, 20
MOST_LINES, MOST_STATEMENTS = 200, 30
LONGEST = 4_000
"""Characters of anything that is said, or told to a model."""


@dataclass(slots=True)
class _Found:
    default_language: str
    goals: dict[str, Goal] = field(default_factory=dict)
    personas: dict[str, Persona] = field(default_factory=lambda: {each.name: each for each in BUILT_IN})
    named: list[tuple[Fields, Goal]] = field(default_factory=list)
    """Goals that name their personas, which may stand in another file."""


def load_evaluation(source: Source, default_language: str) -> Evaluation:
    found = _Found(default_language)
    for path in source.paths(FOLDER, ".yaml", ".yml"):
        fields = source.yaml(path, strict=False)
        for item in fields.each("personas"):
            name, manner = item.name(), _words(item, "manner")
            found.personas[name] = Persona(name, manner)
        turns = _turns(fields)
        for item in fields.each("goals"):
            _take(item, turns, found)
    for fields, goal in found.named:
        for name in goal.personas or ():
            if name not in found.personas:
                fields.problem("personas", f"there is no persona '{name}'{did_you_mean(name, found.personas)}")
    return Evaluation(tuple(found.goals.values()), found.personas)


def _take(item: Fields, turns: int, found: _Found) -> None:
    goal = _goal(item, turns, found.default_language)
    if goal.name in found.goals:
        item.problem("name", f"the goal '{goal.name}' is defined twice; this one is ignored")
        return
    if not (goal.case.prompt_assertions or goal.has_checks):
        item.problem("name", f"nothing shows that '{goal.name}' was reached: give 'reached' or 'rubric'")
    found.goals[goal.name] = goal
    if goal.personas is not None:
        found.named.append((item, goal))


def _turns(fields: Fields) -> int:
    turns = fields.count("max_turns", DEFAULT_TURNS)
    if not 1 <= turns <= MOST_TURNS:
        fields.problem("max_turns", f"'max_turns' must be from 1 to {MOST_TURNS}")
        return DEFAULT_TURNS
    return turns


def _goal(item: Fields, turns: int, default_language: str) -> Goal:
    rubric = item.texts("rubric")
    _limit(item, "rubric", len(rubric), MOST_STATEMENTS)
    reached = item.inner("reached")
    case = TestCase(
        name=item.name(),
        scenario=_words(item, "goal"),
        channel=CHANNELS[item.choice("channel", CHANNELS, "voice")],
        language=read_language(item) or default_language,
        variant=read_variant(item),
        simulated_at=read_moment(item),
        caller_number=item.optional("caller_number"),
        integration_attributes=read_attributes(item),
        prompt_assertions=rubric,
        function_call_assertions=tuple(_call(call) for call in reached.each("calls")),
        api_mocks=read_api_mocks(item),
    )
    personas = item.texts("personas") if item.get("personas") is not None else None
    return Goal(case, tuple(_lines(item)), _reached(reached), personas, turns, _conditions(item.inner("call")))


def _conditions(fields: Fields) -> CallConditions | None:
    plain = CallConditions()
    found = CallConditions(
        noise=fields.choice("noise", NOISES),
        snr=_between(fields, "snr", plain.snr, -10, 60),
        loss=_between(fields, "loss", plain.loss, 0, 50),
        jitter=_between(fields, "jitter", plain.jitter, 0, 1_000),
        interrupts_after=_between(fields, "interrupts_after", 0, 0, 60)
        if fields.get("interrupts_after") is not None
        else None,
    )
    return found if fields.present else None


def _between(fields: Fields, key: str, default: float, least: float, most: float) -> float:
    number = fields.number(key, default)
    if not least <= number <= most:
        fields.problem(key, f"'{key}' must be from {least:g} to {most:g}")
        return default
    return number


def _lines(item: Fields) -> list[Line]:
    lines = []
    for each in item.each("lines", text_key="say"):
        when = each.text("when")
        if when:
            check_pattern(each, "when", when)
        lines.append(Line(_words(each, "say"), when))
    _limit(item, "lines", len(lines), MOST_LINES)
    return lines


def _call(item: Fields) -> ExpectedCall:
    name = item.name()
    if name:
        item.mention("name", Target.ANY_FUNCTION, name)
    return ExpectedCall(name, item.json_map("arguments"))


def _reached(fields: Fields) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key in ("says", "not_says", "handoff", "flow", "step"):
        if fields.get(key) is not None:
            found[key] = fields.text(key)
    for key in ("says", "not_says"):
        if key in found:
            check_pattern(fields, key, found[key])
    if fields.get("ends") is not None:
        found["ends"] = fields.flag("ends")
    if state := fields.json_map("state"):
        found["state"] = state
    return found


def _words(fields: Fields, key: str) -> str:
    text = fields.text(key).strip()
    if not text:
        fields.problem(key, f"'{key}' is missing")
    elif len(text) > LONGEST:
        fields.problem(key, f"'{key}' is longer than {LONGEST:,} characters")
    return text


def _limit(fields: Fields, key: str, count: int, most: int) -> None:
    if count > most:
        fields.problem(key, f"'{key}' has {count} items; at most {most} are taken")
