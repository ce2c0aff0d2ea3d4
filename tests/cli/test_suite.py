"""`parley test`: what it reports, and the exit status that CI goes by."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
import yaml
from typer.testing import CliRunner, Result

from parley.cli.main import app

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
