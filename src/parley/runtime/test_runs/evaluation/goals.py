"""Goals and personas as they are written in `evaluation/*.yaml`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from parley.domain.projects.loading.tree import TreeError, parse_yaml, to_json
from parley.domain.projects.model import ExpectedCall, TestCase
from parley.kit.errors import ParleyError
from parley.kit.patterns.errors import PatternRefused
from parley.kit.patterns.pattern import compile_pattern
from parley.runtime.test_runs.evaluation.personas import BUILT_IN, Persona

FOLDER = "evaluation/"
MOST_TURNS = 20
Words = Annotated[str, Field(min_length=1, max_length=4_000)]


class EvaluationRefused(ParleyError):
    """The files of the evaluation cannot be used."""


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid")


class _Line(_Strict):
    say: Words
    when: str = ""


class _Call(_Strict):
    name: Words
    arguments: dict[str, Any] = Field(default_factory=dict)


class _Reached(_Strict):
    calls: list[_Call] = Field(default_factory=list)
    says: str | None = None
    not_says: str | None = None
    handoff: str | None = None
    ends: bool | None = None
    flow: str | None = None
    step: str | None = None
    state: dict[str, Any] = Field(default_factory=dict)


class _Goal(_Strict):
    name: Words
    goal: Words
    lines: list[str | _Line] = Field(default_factory=list, max_length=200)
    reached: _Reached = Field(default_factory=_Reached)
    rubric: list[Words] = Field(default_factory=list, max_length=30)
    personas: list[str] | None = None
    channel: Literal["voice", "webchat"] = "voice"
    language: str = ""
    variant: str | None = None
    simulated_at: str | None = None
    caller_number: str | None = None
    integration_attributes: dict[str, Any] | None = None
    api_mocks: dict[str, Any] = Field(default_factory=dict)


class _Persona(_Strict):
    name: Words
    manner: Words


class _File(_Strict):
    goals: list[_Goal] = Field(default_factory=list)
    personas: list[_Persona] = Field(default_factory=list)
    max_turns: int = Field(default=MOST_TURNS, ge=1, le=100)


@dataclass(frozen=True, slots=True)
class Line:
    """What a scripted user says."""

    say: str
    when: str = ""
    """A pattern: only in answer to words of the agent that it is found in. Empty: in order."""


@dataclass(frozen=True, slots=True)
class Goal:
    case: TestCase
    """Its scene, its wish as the scenario, calls as assertions, the rubric as statements for the judge."""
    lines: Sequence[Line]
    """For a user without a model."""
    reached: Mapping[str, Any]
    """As `expect` of a script, of the conversation as a whole."""
    personas: Sequence[str] | None
    """None: all."""
    max_turns: int

    @property
    def name(self) -> str:
        return self.case.name

    @property
    def has_checks(self) -> bool:
        """Whether it can be seen without a judge that it was reached."""
        return bool(self.reached or self.case.function_call_assertions)


@dataclass(frozen=True, slots=True)
class Material:
    goals: Sequence[Goal]
    personas: Mapping[str, Persona]


def read_material(files: Mapping[str, str], default_language: str) -> Material:
    """From the texts of the files by path. Raises EvaluationRefused with everything that is wrong with them."""
    problems: list[str] = []
    goals: dict[str, Goal] = {}
    personas = {persona.name: persona for persona in BUILT_IN}
    for path, text in sorted(files.items()):
        written = _parsed(path, text, problems)
        for each in written.personas:
            personas[each.name] = Persona(each.name, each.manner)
        for found in written.goals:
            if found.name in goals:
                problems.append(f"{path}: the goal '{found.name}' is defined twice")
            problems += [f"{path}: {found.name}: {wrong}" for wrong in _wrong(found)]
            goals[found.name] = _goal(found, written.max_turns, default_language)
    for goal in goals.values():
        unknown = [name for name in goal.personas or () if name not in personas]
        problems += [f"{goal.name}: there is no persona '{name}'" for name in unknown]
    if problems:
        raise EvaluationRefused("; ".join(problems))
    return Material(tuple(goals.values()), personas)


def _parsed(path: str, text: str, problems: list[str]) -> _File:
    try:
        root = parse_yaml(text).root
        return _File.model_validate({} if root is None else to_json(root))
    except TreeError as error:
        problems.append(f"{path}:{error.line}: {error.message}")
    except ValidationError as error:
        for each in error.errors(include_url=False, include_input=False):
            place = ".".join(str(part) for part in each["loc"])
            problems.append(f"{path}: {place}: {each['msg']}")
    return _File()


def _wrong(goal: _Goal) -> list[str]:
    wrong = []
    lines = [line for line in goal.lines if isinstance(line, _Line)]
    for pattern in (*(line.when for line in lines), goal.reached.says, goal.reached.not_says):
        try:
            compile_pattern(pattern or "", ignore_case=True)
        except PatternRefused as refusal:
            wrong.append(f"the pattern {pattern!r} cannot be used: {refusal}")
    if not goal.rubric and not goal.reached.model_fields_set:
        wrong.append("nothing shows that it was reached: give `reached` or `rubric`")
    return wrong


def _goal(found: _Goal, max_turns: int, default_language: str) -> Goal:
    case = TestCase(
        name=found.name,
        scenario=found.goal,
        channel=found.channel,
        language=found.language or default_language,
        variant=found.variant,
        simulated_at=found.simulated_at,
        caller_number=found.caller_number,
        integration_attributes=found.integration_attributes,
        prompt_assertions=tuple(found.rubric),
        function_call_assertions=tuple(ExpectedCall(each.name, each.arguments) for each in found.reached.calls),
        api_mocks=found.api_mocks,
    )
    lines = tuple(Line(each) if isinstance(each, str) else Line(each.say, each.when) for each in found.lines)
    reached = found.reached.model_dump(exclude_unset=True, exclude={"calls"})
    personas = None if found.personas is None else tuple(found.personas)
    return Goal(case, lines, reached, personas, max_turns)
