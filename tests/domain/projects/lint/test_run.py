"""All checks together: good agents are not blamed, and nothing that is found keeps one from running."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from parley.cli.agents.check import read_project
from parley.cli.agents.init import files_of
from parley.domain.projects.files import bundle_files
from parley.domain.projects.lint.run import find_mentions, lint_project
from parley.domain.projects.loader import load_project
from parley.domain.projects.templates import Template

EXAMPLES = Path(__file__).parents[4] / "examples"
LintOf = Callable[[Mapping[str, str]], list[str]]


def test_a_good_project_has_no_problems(lint_of: LintOf) -> None:
    assert lint_of({}) == []


@pytest.mark.slow
@pytest.mark.parametrize("name", ["restaurant", "field_service"])
def test_nothing_is_found_in_an_example(name: str) -> None:
    project, _bundle, problems = read_project(EXAMPLES / name)
    assert project is not None
    assert problems == []


@pytest.mark.slow
@pytest.mark.parametrize("template", Template)
def test_nothing_is_found_in_a_template(template: Template) -> None:
    bundle, _ = bundle_files({path: text.encode() for path, text in files_of(template, "shop", "Shop")})
    assert bundle is not None
    project, _ = load_project(bundle)
    assert project is not None
    assert lint_project(project, bundle) == []


def test_code_that_is_no_agents_or_cannot_be_parsed_is_left_alone(lint_of: LintOf) -> None:
    wrong = "import pandas\nconv.nothing\n"
    files = {"tests/test_a.py": wrong, "scripts/a.py": wrong, "functions/broken.py": wrong + "def broken(:\n"}
    assert lint_of(files) == []


def test_references_are_taken_from_every_text_that_counts() -> None:
    files = {
        "agent_settings/rules.txt": b"{{fn:a}}",
        "functions/x.py": b"X = '{{fn:b}} {{entity:day}}'",
        "context/NOTES.txt": b"{{fn:c}}",
        "logo.png": b"{{fn:d}}",
    }
    bundle, _ = bundle_files(files)
    assert bundle is not None
    assert find_mentions(bundle) == {"fn": {"a", "b"}, "entity": {"day"}}
