"""`parley test`: what it reports, and the exit status that CI goes by."""

from __future__ import annotations

import asyncio
import json
import os
import signal
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
import yaml
from defusedxml import ElementTree
from typer.testing import CliRunner, Result

from parley.cli.commands import app
from parley.cli.supervision.process_launch import PROGRAM
from tests.waiting import until

pytestmark = pytest.mark.io


def case(name: str, wanted: str = "Hello", **more: Any) -> dict[str, Any]:
    turn = {"user": "hi", "model": [{"say": "Hello there."}], "expect": {"says": wanted}}
    return {"name": name, "scenario": "Greet.", "channel": "webchat", "language": "en-US", "script": [turn], **more}


def folder(path: Path, *cases: dict[str, Any]) -> Path:
    (path / "test_suite").mkdir(parents=True)
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


BROKEN = """
from _gen import *


@func_description("Looks up")
def look_up(conv):
    conv.log.info("looking")
    return 1 / 0
"""


def two_turns(name: str, **expected: Any) -> dict[str, Any]:
    script = [
        {"user": "first", "model": [{"call": "look_up"}, {"say": "One."}], "expect": expected},
        {"user": "second", "model": [{"say": "Two."}], "expect": {"says": "Twenty"}},
    ]
    return case(name, script=script)


async def test_a_failed_case_shows_what_led_to_it(tmp_path: Path) -> None:
    project = folder(tmp_path, two_turns("Broken", says="Uno", state={"found": 3}))
    (project / "functions").mkdir()
    (project / "functions" / "look_up.py").write_text(BROKEN)
    (project / "agent_settings").mkdir()
    (project / "agent_settings" / "rules.txt").write_text("Call {{fn:look_up}}.")
    shown = run(str(project)).stdout
    assert "you    first" in shown
    assert "ZeroDivisionError: division by zero functions/look_up.py:8" in shown
    assert "agent  One." in shown
    assert "turn 1: says: no such words in the answer\n        wanted  Uno\n        got     One." in shown
    assert "turn 1: state.found\n        wanted  3\n        got     (nothing)" in shown
    assert "second" not in shown
    assert "and 1 more after that, in turn 2" in shown
    (found,) = json.loads(run(str(project), "--json").stdout)
    assert [(each["turn"], each["expectation"], each["wanted"], each["got"]) for each in found["unmet"]] == [
        (1, "says", "Uno", "One."),
        (1, "state.found", 3, None),
        (2, "says", "Twenty", "Two."),
    ]
    assert [turn["user"] for turn in found["turns"]] == ["", "first"]
    assert "look_up.py:8" in found["turns"][1]["trace"]["functions"][0]["error"]
    assert "looking" in run(str(project), "--trace").stdout


async def test_assertions_about_the_whole_are_shown_beside_all_turns(tmp_path: Path) -> None:
    wanted = [{"name": "look_up", "arguments": []}]
    project = str(folder(tmp_path, case("Never called", function_call_assertions=wanted)))
    shown = run(project).stdout
    assert "you    hi" in shown
    assert "function_call_assertions: look_up was not called" in shown


async def test_an_expression_chooses_and_a_wrong_one_is_explained(tmp_path: Path) -> None:
    project = str(folder(tmp_path, case("Book a table", tags=["smoke"]), case("Bad", wanted="Goodbye")))
    assert run(project, "-k", "smoke and not bad").exit_code == 0
    assert run(project, "-k", "nothing").stderr == "There is no such test case.\n"
    wrong = run(project, "-k", "smoke and")
    assert wrong.exit_code == 2
    assert "A name or a tag is missing" in wrong.stderr


async def test_the_first_failure_can_be_the_last(tmp_path: Path) -> None:
    project = str(folder(tmp_path, case("Bad", wanted="Goodbye"), case("Good")))
    assert "Good " not in run(project, "-x").stdout
    assert "1 passed, 1 failed" in run(project, "-j", "2").stdout


async def test_cases_are_repeated_and_the_figures_said(tmp_path: Path) -> None:
    project = str(folder(tmp_path, case("Bad", wanted="Goodbye"), case("Good")))
    shown = run(project, "--repeat", "2").stdout
    assert "0 of 2  Bad\n2 of 2  Good\npass@1 50.0%, pass^2 50.0%" in shown
    bad, good = json.loads(run(project, "--repeat", "2", "--json").stdout)
    assert (bad["name"], bad["status"], bad["passed"], bad["runs"], len(bad["trials"])) == ("Bad", "failed", 0, 2, 2)
    assert (good["status"], good["pass_at_1"], good["pass_all"]) == ("passed", 1.0, {"1": 1.0, "2": 1.0})


async def test_results_are_written_for_ci(tmp_path: Path) -> None:
    project = folder(tmp_path, case("Bad & <wrong>\x07", wanted="Goodbye"), case("Free", script=[]), case("Good"))
    report = tmp_path / "out" / "report.xml"
    assert run(str(project), "--junit", str(report)).exit_code == 1
    suite: Any = ElementTree.parse(report).getroot()
    suite = suite[0]
    assert {name: suite.get(name) for name in ("name", "tests", "failures", "errors", "skipped")} == {
        "name": "P",
        "tests": "3",
        "failures": "1",
        "errors": "0",
        "skipped": "1",
    }
    bad, free, good = suite.findall("testcase")
    assert bad.get("name") == "Bad & <wrong>\N{REPLACEMENT CHARACTER}"
    assert "wanted words like 'Goodbye'" in bad[0].get("message")
    assert "got     Hello there." in bad[0].text
    assert (free[0].tag, len(good), float(good.get("time")) > 0) == ("skipped", 0, True)


async def test_a_watched_suite_runs_again_when_a_file_is_saved(tmp_path: Path) -> None:
    project, out = folder(tmp_path / "agent", case("Changing", wanted="Goodbye")), tmp_path / "out.txt"
    words = ("test", str(project), "--watch", "--junit", str(project / "report.xml"))
    env = {**os.environ, "PARLEY_EMBEDDINGS": "none", "PARLEY_LLM_BASE_URL": ""}

    async def has_failed() -> bool:
        return "1 failed in" in out.read_text()

    async def has_passed() -> bool:
        return "1 passed in" in out.read_text()

    with out.open("wb") as output:
        process = await asyncio.create_subprocess_exec(*PROGRAM, *words, stdout=output, stderr=output, env=env)
    try:
        await until(has_failed)
        (project / "test_suite" / "0.yaml").write_text(yaml.safe_dump(case("Changing")))
        await until(has_passed)
    finally:
        process.send_signal(signal.SIGINT)
        assert await process.wait() == 130
    assert "test_suite/0.yaml" in out.read_text()
    assert "report.xml" not in out.read_text(), "what it wrote itself is no change"
