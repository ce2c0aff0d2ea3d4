"""The classic mistakes, and misspelt keys: each gives one clear message with file and line, whichever command meets it.

What is seen in the files is said by all of them. What only happens when a function runs is said by those that run it.
"""

from __future__ import annotations

import io
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, nullcontext
from dataclasses import dataclass, field, replace
from pathlib import Path

import httpx
import pytest
import typer
from typer.testing import CliRunner

from parley.cli.commands import app
from parley.cli.dev import plain_chat
from parley.cli.dev.conversation import Conversation
from parley.cli.dev.session import Session
from parley.cli.dev.terminal import Terminal
from parley.cli.dev.workspace import open_workspace
from parley.providers.llm.scripted import Answer, Call, Say, ScriptedModel
from parley.resources import Resources
from parley.runtime.turn.ports import Limits
from tests.contract import ContractClient
from tests.make import Make

pytestmark = pytest.mark.io

PATIENCE = 10

FUNCTION = "functions/greet.py"
HEAD = "from _gen import *\n\n\n@func_description('Greets')\ndef greet(conv: Conversation):\n"
CASE = """\
name: Greets
scenario: Say hello.
channel: webchat
language: en-US
script:
  - user: hi
    model:
      - call: greet
      - say: Hello there.
    expect:
      says: Hello
"""
GOOD = {
    "project.yaml": "project_id: p\naccount_id: a\nregion: us-1\nproject_name: Shop\n",
    "agent_settings/rules.txt": "Greet with {{fn:greet}}.\n",
    FUNCTION: HEAD + "    return 'Hello'\n",
    "test_suite/greets.yaml": CASE,
}


@dataclass(frozen=True)
class Mistake:
    file: str
    text: str
    line: int
    seen: str
    """What is said of the file."""
    happens: str = ""
    """What is said once the function has run."""
    begins: int = 0
    """The line that this names, if it is another one."""
    refused: bool = field(default=False, kw_only=True)
    """Nothing runs with it."""
    seconds: int = field(default=PATIENCE, kw_only=True)
    """That the function may take."""

    @property
    def files(self) -> dict[str, str]:
        return {**GOOD, self.file: self.text}


MISTAKES = {
    "YAML error": Mistake(
        "topics/hours.yaml",
        "name: Hours\ncontent: 'We open at nine.\nactions: x\n",
        2,
        "not valid YAML: found unexpected end of stream while scanning a quoted scalar",
        refused=True,
    ),
    "unknown function": Mistake(
        "agent_settings/rules.txt",
        "Greet with {{fn:greet}}.\n\nThen {{fn:gret}}.\n",
        3,
        "warning: {{fn:gret}} points to nothing: there is no such function; did you mean 'greet'?",
    ),
    "bad indentation": Mistake(
        FUNCTION,
        HEAD + "    x = 1\n      return 'Hello'\n",
        7,
        "warning: calls to this function will fail: unexpected indent",
        "import: IndentationError: unexpected indent",
    ),
    "missing file": Mistake(
        FUNCTION,
        "from functions.words import hello\n" + HEAD + "    return hello()\n",
        1,
        "warning: what needs this import will fail: there is no module 'functions.words'",
        "import: ModuleNotFoundError: No module named 'functions.words'",
    ),
    "raising function": Mistake(
        FUNCTION,
        HEAD + "    conv.state.tried = True\n    raise ValueError('no words today')\n",
        7,
        "warning: every call of 'greet' raises here",
        "ValueError: no words today",
    ),
    "endless loop": Mistake(
        FUNCTION,
        HEAD + "    while True:\n        conv.state.tried = True\n",
        6,
        "warning: nothing leaves this loop: whoever calls it runs into the time limit",
        "timeout: it took longer than 1 seconds",
        5,
        seconds=1,
    ),
    "wrong return": Mistake(
        FUNCTION,
        HEAD + "    return ['Hello']\n",
        6,
        "warning: this returns a list, which the model is told is an error; return a string, a dictionary or nothing",
        "it returned a list; return a string, a dictionary or nothing",
        5,
    ),
    "unknown entity type": Mistake(
        "config/entities.yaml",
        "entities:\n  - name: day\n    entity_type: dat\n",
        3,
        "'entity_type' is 'dat', but must be one of: numeric, alphanumeric, enum, date, phone_number, time, address, "
        "free_text, name_config; did you mean 'date'?",
        refused=True,
    ),
    "misspelt key": Mistake(
        "voice/configuration.yaml",
        "greeting:\n  welcom_message: Hello!\n",
        2,
        "warning: 'welcom_message' is no key of the format here and has no effect; did you mean 'welcome_message'?",
    ),
    "misspelt goal": Mistake(
        "evaluation/guests.yaml",
        "goals:\n  - name: Hi\n    goal: A hello.\n    rubrik: [It is kind.]\n    reached: {calls: [{name: greet}]}\n",
        4,
        "warning: 'rubrik' is no key of the format here and has no effect; did you mean 'rubric'?",
    ),
    "misspelt expectation": Mistake(
        "test_suite/greets.yaml",
        CASE.replace("says", "sayss"),
        11,
        "warning: 'sayss' is no key of the format here and has no effect; did you mean 'says'?",
    ),
}


def written(folder: Path, mistake: Mistake) -> Path:
    for path, text in mistake.files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text)
    return folder


def command(*words: str, seconds: int = PATIENCE) -> str:
    """In a thread of its own: some run an event loop."""
    environment = {"PARLEY_EMBEDDINGS": "none", "PARLEY_LLM_BASE_URL": "", "PARLEY_FUNCTION_SECONDS": str(seconds)}
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(CliRunner().invoke, app, list(words), env=environment).result().output


def assert_seen(name: str, output: str) -> None:
    """Once, and nothing else is said of any file."""
    mistake = MISTAKES[name]
    said = [line for line in output.splitlines() if line.startswith(tuple(f"{path}:" for path in mistake.files))]
    assert said == [f"{mistake.file}:{mistake.line}: {mistake.seen}"], output


def assert_happened(name: str, output: str) -> None:
    mistake = MISTAKES[name]
    if mistake.happens:
        (line,) = [
            line for line in output.splitlines() if mistake.happens in line and not line.startswith(mistake.file)
        ]
        assert line.endswith(f" {mistake.file}:{mistake.begins or mistake.line}"), line


@pytest.mark.parametrize("name", MISTAKES)
def test_check_says_it(name: str, tmp_path: Path) -> None:
    output = command("check", str(written(tmp_path, MISTAKES[name])))
    assert_seen(name, output)
    assert ("can be deployed" in output) is not MISTAKES[name].refused


@pytest.mark.parametrize("name", MISTAKES)
def test_test_says_it(name: str, tmp_path: Path) -> None:
    output = command("test", str(written(tmp_path, MISTAKES[name])), "--no-unit", seconds=MISTAKES[name].seconds)
    assert_seen(name, output)
    assert_happened(name, output)
    assert ("1 errored" in output) is (name == "misspelt expectation")


def speaking(make: Make, resources: Resources, seconds: int) -> None:
    """The next conversation calls the function."""
    resources.dependencies = replace(resources.dependencies, limits=Limits(function_timeout=seconds))
    make.use_model(ScriptedModel([Answer((Call("greet"),)), Answer((Say("Hello there."),))]))


async def test_dev_says_it(
    resources: Resources, build: ContractClient, make: Make, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with (
        open_workspace(resources.db, "demo", "shop", resources.settings.region) as workspace,
        httpx.AsyncClient(headers={"x-api-key": workspace.build_key}, timeout=30, trust_env=False) as client,
    ):
        for number, (name, mistake) in enumerate(MISTAKES.items()):
            speaking(make, resources, mistake.seconds)
            agent = f"{build.url}/v1/agents/{workspace.project.id}"
            folder = written(tmp_path / str(number), mistake)
            terminal = Terminal(io.StringIO("hi\n"))
            await Session(folder, workspace, Conversation(client, agent), terminal, "").run()
            output = capsys.readouterr().out
            assert_seen(name, output)
            assert_happened(name, output)
            assert ("Not reloaded: mend what is red" in output) is mistake.refused


async def test_chat_says_it(
    dsn: str,
    resources: Resources,
    build: ContractClient,
    make: Make,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    @asynccontextmanager
    async def given(value: object) -> AsyncIterator[object]:
        yield value

    monkeypatch.setattr(plain_chat, "running_instance", lambda *_: given({"build_url": build.url}))
    monkeypatch.setattr(plain_chat, "database_url", lambda _: given(dsn))
    monkeypatch.setattr(plain_chat, "Terminal", lambda: Terminal(io.StringIO("hi\n")))
    for number, (name, mistake) in enumerate(MISTAKES.items()):
        speaking(make, resources, mistake.seconds)
        folder = written(tmp_path / str(number), mistake)
        with pytest.raises(typer.Exit) if mistake.refused else nullcontext():
            await plain_chat.chat_with(resources.settings, plain_chat.Wanted("demo", "shop", folder))
        said = capsys.readouterr()
        assert_seen(name, said.err + said.out)
        assert_happened(name, said.err + said.out)
        assert ("Hello there." in said.out) is not mistake.refused
