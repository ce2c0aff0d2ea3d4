"""What is tried: every goal with every persona in every configuration, so many times."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import product

from parley.domain.projects.evaluation import FOLDER, Evaluation
from parley.domain.projects.files import Bundle
from parley.domain.projects.loader import load_project
from parley.domain.projects.model import Project
from parley.kit.errors import ParleyError
from parley.runtime.test_runs.evaluation.goals import read_evaluation
from parley.runtime.test_runs.evaluation.trial import Configuration, Wanted

BUILT_IN = "built-in"
"""What the local responder is called."""
RULES = "agent_settings/rules.txt"
MOST_TRIALS = 10_000


class MatrixRefused(ParleyError):
    """There is nothing to evaluate."""


@dataclass(frozen=True, slots=True)
class Axes:
    goals: Sequence[str]
    """Empty: all, as with personas."""
    personas: Sequence[str]
    models: Sequence[str]
    variants: Sequence[str]
    """Empty: each goal's own."""
    rules: Sequence[str]
    """By name; "" are the project's own."""
    repeat: int
    seed: int


def material_of(bundle: Bundle, project: Project) -> Evaluation:
    found = read_evaluation(bundle, project.default_language)
    if not found.goals:
        raise MatrixRefused(f"This project has no goals: describe some in {FOLDER}/*.yaml.")
    return found


def with_rules(bundle: Bundle, rules: str) -> tuple[Bundle, Project]:
    """The project with other rules."""
    other = Bundle({**bundle.files, RULES: rules.encode()})
    project, problems = load_project(other)
    if project is None:
        raise MatrixRefused("; ".join(str(problem) for problem in problems if problem.fatal))
    return other, project


def trials(material: Evaluation, axes: Axes) -> list[Wanted]:
    _check("goal", axes.goals, {goal.name: goal for goal in material.goals})
    _check("persona", axes.personas, material.personas)
    goals = [goal for goal in material.goals if not axes.goals or goal.name in axes.goals]
    configurations = [Configuration(*each) for each in product(axes.models, axes.variants or ("",), axes.rules)]
    found = [
        Wanted(configuration, goal, persona, number, _seed(axes.seed, goal.name, persona.name, number))
        for number in range(1, axes.repeat + 1)
        for configuration in configurations
        for goal in goals
        for persona in material.personas.values()
        if (not axes.personas or persona.name in axes.personas)
        and (goal.personas is None or persona.name in goal.personas)
    ]
    if not found:
        raise MatrixRefused
    if len(found) > MOST_TRIALS:
        raise MatrixRefused(f"These are {len(found):,} conversations; at most {MOST_TRIALS:,} are held.")
    return found


def _check(kind: str, wanted: Sequence[str], known: Mapping[str, object]) -> None:
    for name in wanted:
        if name not in known:
            raise MatrixRefused(f"There is no {kind} {name!r}; there are {', '.join(known)}.")


def _seed(seed: int, goal: str, persona: str, number: int) -> int:
    """The same for all configurations, so that they meet the same users."""
    return int.from_bytes(sha256(f"{seed}/{goal}/{persona}/{number}".encode()).digest()[:4], "big") >> 1
