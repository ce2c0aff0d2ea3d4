"""`parley doctor`: what it says of the sandbox on this machine."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
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


def test_it_looks_at_everything(tmp_path: Path) -> None:
    shown = run("--data", str(tmp_path))
    assert shown.exit_code == 0, shown.output
    for area in ("machine", "ports", "sandbox", "database", "models", "speech"):
        assert f"\n{area}\n" in shown.stdout
    for subject in ("user", "filesystem", "system calls", "visible files", "English", "end of turns", "udp 5060"):
        assert any(line.startswith(f"  {subject} ") for line in shown.stdout.splitlines())
    assert not list(tmp_path.iterdir()), "it makes no database"


def test_it_says_who_is_not_understood() -> None:
    shown = json.loads(run("--json", PARLEY_RECOGNITION="none").stdout)
    heard = {"English": "not recognised: PARLEY_RECOGNITION is none", "other languages": "not recognised"}
    assert shown["recognition"] == heard
    assert shown["turn_model"] == "not heard: PARLEY_TURN_MODEL is none"
    (finding,) = [each for each in shown["findings"] if each["subject"] == "recognition"]
    assert finding["level"] == "warning"
    assert finding["why"]
    assert finding["todo"]


def test_it_warns_when_agents_may_be_root() -> None:
    shown = run(PARLEY_AGENT_AS_ROOT="true")
    assert "PARLEY_AGENT_AS_ROOT is set" in shown.output
    assert json.loads(run("--json", PARLEY_AGENT_AS_ROOT="true").stdout)["agents_as_root"] is True
    assert json.loads(run("--json").stdout)["agents_as_root"] is False


def test_a_problem_fails_it_and_a_warning_where_that_is_wanted() -> None:
    bad = json.loads(run("--json", PARLEY_LLM_BASE_URL="http://127.0.0.1:1/v1").stdout)
    assert bad["ok"] is False
    assert [each["what"] for each in bad["findings"] if each["level"] == "problem"] == [
        "127.0.0.1:1 cannot be reached (ConnectError)"
    ]
    assert run(PARLEY_LLM_BASE_URL="http://127.0.0.1:1/v1").exit_code == 1
    assert run("--strict", PARLEY_RECOGNITION="none").exit_code == 1


async def test_the_database_is_asked(dsn: str) -> None:
    found = json.loads(run("--json", PARLEY_DATABASE_URL=dsn).stdout)["findings"]
    said = {each["subject"]: each["what"] for each in found if each["area"] == "database"}
    assert said["version"].startswith("PostgreSQL ")
    assert said["migrations"].startswith("all ")
    assert said["clock"] == "that of this machine"


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
