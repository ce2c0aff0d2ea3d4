"""`parley doctor`: what it says of the sandbox on this machine."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor

import pytest
from typer.testing import CliRunner, Result

from parley.cli.main import app
from parley.runtime.host.examination import shortcomings

pytestmark = pytest.mark.io

WHOLE = {
    "user": "61190",
    "filesystem": "landlock 7",
    "system calls": "filtered",
    "visible files": "its own tree",
}


def run(*arguments: str, **env: str) -> Result:
    """In a thread of its own: the command runs an event loop."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(CliRunner().invoke, app, ["doctor", *arguments], env=env).result()


def test_it_shows_each_layer() -> None:
    shown = run()
    assert shown.exit_code == 0, shown.output
    for layer in ("user", "filesystem", "system calls", "visible files", "visible processes", "scratch", "deployment"):
        assert any(line.startswith(layer) for line in shown.stdout.splitlines())


def test_it_warns_when_agents_may_be_root() -> None:
    shown = run(PARLEY_AGENT_AS_ROOT="true")
    assert "PARLEY_AGENT_AS_ROOT is set" in shown.output
    assert json.loads(run("--json", PARLEY_AGENT_AS_ROOT="true").stdout)["agents_as_root"] is True
    assert json.loads(run("--json").stdout)["agents_as_root"] is False


@pytest.mark.parametrize(
    ("layer", "value", "words"),
    [
        ("user", "root, by PARLEY_AGENT_AS_ROOT", "as root"),
        ("filesystem", "open", "Landlock"),
        ("system calls", "open", "not filtered"),
        ("visible files", "names of all", "namespaces"),
    ],
)
def test_what_is_missing_is_said_in_a_sentence(layer: str, value: str, words: str) -> None:
    assert shortcomings(WHOLE) == []
    (sentence,) = shortcomings({**WHOLE, layer: value})
    assert words in sentence
