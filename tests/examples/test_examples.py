"""The example projects are whole: they load without complaint, and what is written about them names what they have."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from parley.domain.projects.files import read_folder
from parley.domain.projects.loader import load_project
from parley.domain.projects.model import Project, StepKind

HERE = Path(__file__).parent
EXAMPLES = HERE.parents[1] / "examples"
NAMES = ("restaurant", "field_service")
HEADER = "from _gen import *  # <AUTO GENERATED>\n"
BUILT_IN = {"save_entities", "choose_path"}

pytestmark = pytest.mark.parametrize("name", NAMES)


@cache
def project_of(name: str) -> Project:
    bundle, problems = read_folder(EXAMPLES / name)
    assert bundle is not None
    assert problems == []
    project, problems = load_project(bundle)
    assert [str(problem) for problem in problems] == []
    assert project is not None
    return project


def functions_of(project: Project) -> set[str]:
    flows = project.flows.values()
    steps = {step for flow in flows for step, found in flow.steps.items() if found.kind is StepKind.FUNCTION}
    return {*project.functions, *(function for flow in flows for function in flow.functions), *steps}


def dialogues(name: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = yaml.safe_load((HERE / f"{name}_dialogues.yaml").read_text())
    return found


def expectations(name: str, project: Project) -> Iterator[dict[str, Any]]:
    for dialogue in dialogues(name):
        yield from (part.get("expect", {}) for part in dialogue["turns"])
        yield dialogue.get("opening", {})
    for case in project.tests.values():
        yield from (part.get("expect", {}) for part in case.script)


@pytest.mark.slow
def test_the_project_loads_and_uses_the_whole_format(name: str) -> None:
    project = project_of(name)
    kinds = {step.kind for flow in project.flows.values() for step in flow.steps.values()}
    assert kinds == set(StepKind)
    assert len(project.topics) >= 20
    assert len(project.variants) >= 2
    assert project.default_variant is not None
    assert project.default_handoff is not None
    assert project.sms_templates
    assert project.entities
    assert project.experimental.handoff_api is not None
    assert project.experimental.memory is not None
    assert {"start_function", "end_function"} <= set(project.functions)


@pytest.mark.slow
def test_every_python_file_begins_with_the_header(name: str) -> None:
    assert [path for path, code in project_of(name).files.items() if needs_header(path) and not has_header(code)] == []


def needs_header(path: str) -> bool:
    return path.startswith(("functions/", "flows/"))


def has_header(code: str) -> bool:
    return code.startswith(HEADER)


@pytest.mark.slow
def test_every_suite_case_can_run_without_a_model(name: str) -> None:
    cases = project_of(name).tests.values()
    assert len(cases) >= 6
    assert [case.name for case in cases if not case.script or not case.prompt_assertions] == []


@pytest.mark.slow
def test_scripts_call_what_exists(name: str) -> None:
    project = project_of(name)
    moves = [move for case in project.tests.values() for part in case.script for move in part.get("model", [])]
    assert {move["call"] for move in moves if "call" in move} <= functions_of(project) | BUILT_IN


@pytest.mark.slow
def test_expectations_name_what_exists(name: str) -> None:
    project = project_of(name)
    for expected in expectations(name, project):
        assert set(expected) <= {"says", "not_says", "calls", "state", "ends", "handoff"}
        assert expected.get("calls", "start_function") in functions_of(project)
        assert expected.get("handoff", project.default_handoff and project.default_handoff.name) in project.handoffs
        re.compile(expected.get("says", ""))
        re.compile(expected.get("not_says", ""))


@pytest.mark.slow
def test_dialogues_are_told_to_people_too(name: str) -> None:
    told = (EXAMPLES / name / "context" / "DIALOGUES.MD").read_text()
    said = [part["user"] for dialogue in dialogues(name) for part in dialogue["turns"]]
    assert len(dialogues(name)) >= 6
    assert [text for text in said if f"**{text}**" not in told] == []
