"""`parley test`: what it reports, and the exit status that CI goes by."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
import yaml
from typer.testing import CliRunner, Result

from parley.cli.commands import app

pytestmark = pytest.mark.io


def case(name: str, wanted: str = "Hello", **more: Any) -> dict[str, Any]:
    turn = {"user": "hi", "model": [{"say": "Hello there."}], "expect": {"says": wanted}}
    return {"name": name, "scenario": "Greet.", "channel": "webchat", "language": "en-US", "script": [turn], **more}


def folder(path: Path, *cases: dict[str, Any]) -> Path:
    (path / "test_suite").mkdir()
    (path / "project.yaml").write_text("project_id: p\naccount_id: a\nregion: us-1\nproject_name: P\n")
    for number, found in enumerate(cases):
        (path / "test_suite" / f"{number}.yaml").write_text(yaml.safe_dump(found))
    return path


def run(*arguments: str) -> Result:
    """In a thread of its own: the command runs an event loop."""
    with ThreadPoolExecutor(1) as thread:
        env = {"PARLEY_EMBEDDINGS": "none", "PARLEY_LLM_BASE_URL": ""}
        return thread.submit(CliRunner().invoke, app, ["test", *arguments], env=env).result()


async def test_the_status_says_whether_all_went_well(tmp_path: Path) -> None:
    project = str(folder(tmp_path, case("Good"), case("Bad", wanted="Goodbye", tags=["slow"])))
    whole = run(project)
    assert whole.exit_code == 1
    assert "1 passed" in whole.stdout
    assert "1 failed" in whole.stdout
    assert run(project, "--case", "Good").exit_code == 0
    assert run(project, "--tag", "slow").exit_code == 1


async def test_a_case_without_script_or_model_fails_only_when_strict(tmp_path: Path) -> None:
    project = str(folder(tmp_path, case("Free", script=[])))
    assert run(project).exit_code == 0
    assert run(project, "--strict").exit_code == 1


@pytest.mark.parametrize(
    "name", ["Book a table (V2)", "book_a_table_v2", "book_a_table_v2.yaml", "x/book_a_table_v2.yaml"]
)
async def test_a_case_is_named_by_its_name_or_its_file(tmp_path: Path, name: str) -> None:
    result = run(str(folder(tmp_path, case("Book a table (V2)"))), "--case", name, "--json")
    assert [found["name"] for found in json.loads(result.stdout)] == ["Book a table (V2)"]


async def test_no_cases_and_no_such_case_are_told_apart(tmp_path: Path) -> None:
    empty = run(str(folder(tmp_path)))
    assert (empty.exit_code, empty.stderr) == (1, "This project has no test cases.\n")
    (tmp_path / "test_suite" / "0.yaml").write_text(yaml.safe_dump(case("Good")))
    assert run(str(tmp_path), "--case", "Other").stderr == "There is no such test case.\n"


GREET = """
from _gen import *


@func_description("Greets")
def greet(conv):
    return "Hello"
"""
UNIT = """
from unittest.mock import MagicMock

from _gen import Conversation, func_description

from functions.greet import greet


def test_greets():
    conv = MagicMock(spec=Conversation)
    assert greet(conv) == "Hello"


def test_is_wrong():
    assert greet(None) == "Goodbye"
"""


def with_unit_tests(path: Path) -> Path:
    """Its `_gen` is a stub that cannot be used: ours is injected."""
    project = folder(path, case("Good"))
    for name, text in {
        "_gen/__init__.py": "raise ImportError('a stub')\n",
        "functions/greet.py": GREET,
        "tests/test_greet.py": UNIT,
    }.items():
        (project / name).parent.mkdir(exist_ok=True)
        (project / name).write_text(text)
    return project


async def test_a_projects_own_unit_tests_run_with_our_gen(tmp_path: Path) -> None:
    project = str(with_unit_tests(tmp_path))
    result = run(project, "--json")
    found = {each["name"]: each["status"] for each in json.loads(result.stdout)}
    assert found == {
        "Good": "passed",
        "tests/test_greet::test_greets": "passed",
        "tests/test_greet::test_is_wrong": "failed",
    }
    assert result.exit_code == 1
    assert run(project, "--no-unit").exit_code == 0
    assert run(project, "--case", "Good").exit_code == 0


async def test_unit_tests_alone_are_enough(tmp_path: Path) -> None:
    project = with_unit_tests(tmp_path)
    (project / "test_suite" / "0.yaml").unlink()
    (project / "tests" / "test_greet.py").write_text(UNIT.partition("def test_is_wrong")[0])
    assert run(str(project)).exit_code == 0
    (project / "tests" / "test_greet.py").write_text("import nothing_of_this_name\n")
    assert run(str(project)).exit_code == 1


async def test_a_refused_call_does_not_count_as_called(tmp_path: Path) -> None:
    turn = {
        "user": "hi",
        "model": [{"call": "no_such_function"}, {"say": "Hello there."}],
        "expect": {"calls": "no_such_function"},
    }
    project = folder(tmp_path, case("Refused", script=[turn]))
    result = run(str(project), "--json")
    assert json.loads(result.stdout)[0]["script_failures"] == ["turn 1: wanted a call of no_such_function, got none"]
