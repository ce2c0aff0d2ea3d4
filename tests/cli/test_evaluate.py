"""`parley evaluate`: users that are simulated, what became of them, and the exit status that CI goes by."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from parley.cli.commands import app
from tests.fake_openai import Body, FakeOpenAI, Reply, call, fake_openai, words

pytestmark = pytest.mark.io

BOOK = """from _gen import *


@func_description("Books a table.")
@func_parameter("people", "How many")
def book(conv: Conversation, people: int):
    conv.state.people = people
    return {"utterance": f"A table for {people} is kept.", "hangup": True}
"""
GOALS = """
goals:
  - name: Table for four
    goal: Book a table for four people.
    lines: [{when: how many, say: For four.}, A table please.]
    reached: {calls: [{name: book, arguments: {people: 4}}], ends: true}
    personas: [patient, hostile]
  - name: Only greet
    goal: Say hello.
    lines: [Hello.]
    rubric: [The agent greets.]
    personas: [patient]
max_turns: 4
"""


@pytest.fixture(name="folder")
def _folder(tmp_path: Path) -> Path:
    files = {
        "project.yaml": "project_id: p\naccount_id: a\nproject_name: Tables\n",
        "agent_settings/rules.txt": "Use {{fn:book}}.",
        "functions/book.py": BOOK,
        "voice/configuration.yaml": "greeting:\n  welcome_message: Hello!\n",
        "evaluation/tables.yaml": GOALS,
        "other.txt": "Never use {{fn:book}}.",
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path


@pytest.fixture(name="openai")
async def _openai() -> AsyncIterator[FakeOpenAI]:
    async with fake_openai() as server:
        yield server


async def evaluate(folder: Path, *options: str, url: str = "") -> Result:
    """In a thread of its own: the command runs an event loop, and so does the model's stand-in."""
    env = {
        "PARLEY_EMBEDDINGS": "none",
        "PARLEY_LLM_BASE_URL": url,
        "PARLEY_LLM_MODEL": "small",
        "PARLEY_LLM_API_KEY": "k",
    }
    arguments = ["evaluate", str(folder), "--out", str(folder / "out"), *options]
    return await asyncio.to_thread(CliRunner().invoke, app, arguments, env=env)


def written(folder: Path) -> Any:
    return json.loads((folder / "out" / "report.json").read_text())


def playing(body: Body) -> Reply:
    """The agent, the user and the judge, as one endpoint."""
    system, newest = str(body["messages"][0]["content"]), str(body["messages"][-1]["content"])
    if system.startswith("You play a person"):
        return words("[DONE]" if "kept" in newest else "A table for four.")
    if system.startswith("You judge"):
        return words('Here it is: {"results": [{"pass": true, "reason": "It says hello."}]}')
    if "Never use" in system:
        return words("We have none.")
    return call("book", people=4)


async def test_without_a_model_users_say_what_is_written(folder: Path) -> None:
    result = await evaluate(folder, "--goal", "Table for four", "--persona", "hostile", "--repeat", "2", "--json")
    found = json.loads(result.stdout)
    assert found["users"] == "scripted"
    assert [trial["persona"] for trial in found["trials"]] == ["hostile", "hostile"]
    first, second = found["trials"]
    assert first["seed"] != second["seed"]
    said = [line["text"] for line in first["transcript"] if line["role"] == "user"]
    assert "A table please." in said[0]
    assert said[0] != "A table please.", "it is said in the persona's manner"
    assert (
        json.loads((await evaluate(folder, "--goal", "Table for four", "--persona", "hostile", "--json")).stdout)[
            "trials"
        ][0]["transcript"]
        == first["transcript"]
    ), "a seed makes the same user"


async def test_what_only_a_judge_can_see_is_not_run_without_one(folder: Path) -> None:
    result = await evaluate(folder, "--goal", "Only greet")
    assert result.exit_code == 1
    assert "1 not run" in result.stdout


async def test_models_and_rules_are_compared_and_held_against_a_baseline(folder: Path, openai: FakeOpenAI) -> None:
    openai.plays(otherwise=playing)
    options = ("--model", "small", "--price", "small=1/2", "--repeat", "2", "-j", "4")
    first = await evaluate(folder, *options, url=openai.url)
    assert first.exit_code == 0, first.output
    [small] = written(folder)["configurations"]
    assert (small["name"], small["passed"], small["trials"]) == ("small", 6, 6)
    assert small["pass_all"] == {"1": 1.0, "2": 1.0}
    assert small["cost_per_conversation"] > 0
    assert small["latency_ms"]["p95"] >= small["latency_ms"]["median"] > 0
    rubric = next(trial["rubric"] for trial in written(folder)["trials"] if trial["rubric"])
    assert rubric == [{"statement": "The agent greets.", "pass": True, "reason": "It says hello."}]
    page = (folder / "out" / "report.html").read_text()
    assert "Table for four" in page
    assert "http" not in page, "it needs nothing from elsewhere"
    baseline = folder / "before.json"
    (folder / "out" / "report.json").rename(baseline)
    (folder / "agent_settings" / "rules.txt").write_text("Never use {{fn:book}}.")
    worse = await evaluate(folder, *options, "--baseline", str(baseline), url=openai.url)
    assert worse.exit_code == 1
    assert "100.0% before, 33.3% now (worse)" in worse.stderr
    tolerated = await evaluate(folder, *options, "--baseline", str(baseline), "--tolerance", "0.7", url=openai.url)
    assert tolerated.exit_code == 0
    both = await evaluate(folder, "--goal", "Table for four", "--rules", str(folder / "other.txt"), url=openai.url)
    assert [each["name"] for each in written(folder)["configurations"]] == ["small", "small · other"], both.output
    assert openai.problems == []


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--goal", "Other"], "There is no goal 'Other'"),
        (["--persona", "shy"], "There is no persona 'shy'; there are patient, impatient"),
        (["--model", "large"], "There is no model: set PARLEY_LLM_BASE_URL"),
        (["--price", "small=x"], "is not like MODEL=0.15/0.60"),
        (["--baseline", "{folder}/project.yaml"], "It is no report of an evaluation"),
    ],
)
async def test_what_is_wrong_is_said_before_anything_is_held(folder: Path, options: list[str], told: str) -> None:
    result = await evaluate(folder, *(each.format(folder=folder) for each in options))
    assert result.exit_code in (1, 2)
    assert told in result.stderr
    assert not (folder / "out").exists()
