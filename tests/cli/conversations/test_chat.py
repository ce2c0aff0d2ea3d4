"""`parley chat`: what is said is shown as it is, and what goes wrong is one line."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from parley.cli.commands import app

KEYS = {"PARLEY_CHAT_KEY": "pk_chat_x", "PARLEY_CHAT_TOKEN": "pk_token_x"}


@dataclass(frozen=True, slots=True)
class Agent:
    """Answers with what stands in `script`, request by request."""

    url: str
    script: list[Any]
    asked: list[tuple[str, Any]]

    def hears(self, words: str = "", **env: str) -> Result:
        arguments = ["chat", "--url", self.url, "--account", "acme", "--project", "desk"]
        return CliRunner().invoke(app, arguments, words, env={**KEYS, **env})


@pytest.fixture
def agent() -> Iterator[Agent]:
    script: list[Any] = []
    asked: list[tuple[str, Any]] = []

    class Door(BaseHTTPRequestHandler):
        def _answer(self) -> None:
            asked.append(
                (self.path.rpartition("/")[2], json.loads(self.rfile.read(int(self.headers["content-length"]))))
            )
            answer = script.pop(0)
            self.send_response(200)
            self.end_headers()
            self.wfile.write(answer if isinstance(answer, bytes) else json.dumps(answer).encode())

        do_POST = do_PUT = _answer

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Door)
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield Agent(f"http://127.0.0.1:{server.server_port}", script, asked)
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.mark.io
def test_a_conversation_to_its_end(agent: Agent) -> None:
    handoff = {"destination": "desk", "reason": "asked for [a person]"}
    agent.script.append({"conversation_id": "C", "response": "Hello!"})
    agent.script.append({"response": "One moment.", "end_conversation": True, "handoff": handoff})
    result = agent.hears("A person, please\n")
    assert result.exit_code == 0, result.output
    assert agent.asked == [("create", {}), ("respond", {"conversation_id": "C", "message": "A person, please"})]
    assert result.stdout.splitlines()[0] == "agent Hello!"
    assert result.stdout.splitlines()[-1] == "handed over to desk: asked for [a person]"


@pytest.mark.io
def test_what_looks_like_markup_is_said_as_it_is(agent: Agent) -> None:
    agent.script.extend([{"conversation_id": "C", "response": "Write [/b] or [phone]"}, {"success": True}])
    assert "agent Write [/b] or [phone]" in agent.hears().stdout
    assert agent.asked[-1] == ("close", {"conversation_id": "C"}), "the end of the input closes"


@pytest.mark.io
def test_somebody_else_who_answers(agent: Agent) -> None:
    agent.script.append(b"<html>It works!</html>")
    result = agent.hears()
    assert result.exit_code == 1
    assert "is not Parley (200)" in result.stderr


@pytest.mark.slow
@pytest.mark.parametrize(
    ("env", "url", "words"),
    [
        ({"PARLEY_CHAT_KEY": "pk_chat_…"}, "http://127.0.0.1:1", "as they were issued"),
        ({}, "http://[::1", "Cannot reach"),
        ({}, "nonsense", "Cannot reach"),
    ],
)
def test_what_cannot_work_is_said_in_one_line(env: dict[str, str], url: str, words: str) -> None:
    result = CliRunner().invoke(app, ["chat", "--url", url], env={**KEYS, **env})
    assert result.exit_code == 1
    assert words in result.stderr
    assert result.stderr.count("\n") == 1


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--url", "http://127.0.0.1:1", "--env", "live"], "--url is for an instance elsewhere"),
        (["FOLDER", "--env", "live"], "A folder is tried in the sandbox"),
        (["--env", "live", "--data", "EMPTY"], "There is no data in"),
    ],
)
def test_what_cannot_be_meant_is_said(arguments: list[str], words: str, tmp_path: Path) -> None:
    meant = {"FOLDER": str(tmp_path), "EMPTY": str(tmp_path / "empty")}
    done = CliRunner().invoke(app, ["chat", *(meant.get(word, word) for word in arguments)])
    assert done.exit_code == 1
    assert words in done.output
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
def test_a_folder_that_cannot_run_is_not_talked_to(tmp_path: Path) -> None:
    (tmp_path / "project.yaml").write_text("project_name: [")
    done = CliRunner().invoke(app, ["chat", str(tmp_path), "--data", str(tmp_path / "data")])
    assert done.exit_code == 1
    assert "project.yaml:1" in done.output
    assert "nothing to talk to yet" in done.output
    assert not (tmp_path / "data").exists()
