"""`parley doctor`: what it says of the sandbox on this machine."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace
from typing import cast

import pytest
from structlog.testing import capture_logs
from typer.testing import CliRunner, Result

from parley.agent_host.sandbox_check import list_shortcomings
from parley.cli.commands import app
from parley.resources import Resources, warn_of_root
from parley.settings import Settings

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
    for layer in (
        "user",
        "filesystem",
        "system calls",
        "visible files",
        "visible processes",
        "scratch",
        "deployment",
        "English",
        "end of turns",
    ):
        assert any(line.startswith(layer) for line in shown.stdout.splitlines())


def test_it_says_who_is_not_understood() -> None:
    shown = json.loads(run("--json", PARLEY_RECOGNITION="none").stdout)
    heard = {"English": "not recognised: PARLEY_RECOGNITION is none", "other languages": "not recognised"}
    assert shown["recognition"] == heard
    assert shown["turn_model"] == "not heard: PARLEY_TURN_MODEL is none"


def test_it_warns_when_agents_may_be_root() -> None:
    shown = run(PARLEY_AGENT_AS_ROOT="true")
    assert "PARLEY_AGENT_AS_ROOT is set" in shown.output
    assert json.loads(run("--json", PARLEY_AGENT_AS_ROOT="true").stdout)["agents_as_root"] is True
    assert json.loads(run("--json").stdout)["agents_as_root"] is False


def test_health_tells_it_too() -> None:
    hosts = SimpleNamespace(status=dict, trouble="Agents cannot run: …")
    parts = {"settings": Settings(agent_as_root=True), "write_probe": SimpleNamespace(is_writable=True)}
    process = cast(Resources, SimpleNamespace(hosts=hosts, **parts))
    health = Resources.health(process)
    assert (health["agents_as_root"], health["agents_cannot_run"]) == (True, "Agents cannot run: …")
    hosts.trouble = ""
    assert "agents_cannot_run" not in Resources.health(process)


@pytest.mark.parametrize("allowed", [True, False])
def test_a_service_warns_at_its_start(allowed: bool) -> None:
    with capture_logs() as logs:
        warn_of_root(Settings(agent_as_root=allowed))
    assert [(line["event"], line["log_level"]) for line in logs] == [("agents_may_run_as_root", "warning")] * allowed


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
    assert list_shortcomings(WHOLE) == []
    (sentence,) = list_shortcomings({**WHOLE, layer: value})
    assert words in sentence
