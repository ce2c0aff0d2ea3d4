"""`parley conversations replay`: both answers as lines, and what goes wrong as one."""

from __future__ import annotations

import json
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from parley.cli.commands import app

pytestmark = pytest.mark.io


def answer(response: str, **more: Any) -> dict[str, Any]:
    return {"response": response, "functions": [], "flow": None, "step": None, "handoff": None, "ended": False, **more}


WHOLE = {
    "conversationId": "CONV-2",
    "replayOf": "CONV-1",
    "clientEnv": "sandbox",
    "turns": [
        {"number": 0, "userInput": None, "before": answer("Hello"), "after": answer("Hello"), "differences": []},
        {
            "number": 1,
            "userInput": "When?\x1b[2J",
            "before": answer("At six."),
            "after": answer("At seven.", functions=[{"name": "open", "arguments": {}}], ended=True),
            "differences": ["words", "functions", "end"],
        },
        {"number": 2, "userInput": "Thanks", "before": answer("Bye."), "after": None, "differences": []},
    ],
    "differing": 1,
    "stopped": "ended",
    "redacted": False,
}


class Service:
    def __init__(self, url: str) -> None:
        self.url = url
        self.status, self.body = 201, json.dumps(WHOLE)
        self.asked: list[tuple[str, str | None, Any]] = []

    def replays(self, *options: str, key: str = "pk_build_x") -> Result:
        arguments = ["conversations", "replay", "CONV-1", "--url", self.url, "--project", "desk", *options]
        return CliRunner().invoke(app, arguments, env={"PARLEY_BUILD_KEY": key})


@pytest.fixture(name="service")
def _service() -> Iterator[Service]:
    class Door(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["content-length"])))
            service.asked.append((self.path, self.headers["x-api-key"], body))
            self.send_response(service.status)
            self.end_headers()
            self.wfile.write(service.body.encode())

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Door)
    service = Service(f"http://127.0.0.1:{server.server_port}")
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield service
    server.shutdown()
    thread.join()
    server.server_close()


def test_both_answers_are_shown(service: Service) -> None:
    shown = service.replays("--deployment", "019b0000-0000-7000-8000-000000000000")
    assert shown.exit_code == 0, shown.output
    lines = [line.rstrip() for line in shown.stdout.splitlines()]
    assert "before At six." in lines
    assert "now    At seven.  [open(), ended]" in lines
    assert "       differs: words, functions, end" in lines
    assert "       1 of 3 turns differ. The agent ended the conversation earlier than before." in lines
    assert "\x1b[2J" not in shown.stdout, "what people said commands no terminal"
    [(path, key, body)] = service.asked
    assert (path, key) == ("/v1/agents/desk/conversations/CONV-1/replay", "pk_build_x")
    assert (body["clientEnv"], body["deploymentId"][:4]) == ("sandbox", "019b")


def test_programs_read_it_and_can_fail_by_it(service: Service) -> None:
    strict = service.replays("--json", "--strict")
    assert (strict.exit_code, json.loads(strict.stdout)) == (1, WHOLE)


def test_what_goes_wrong_is_one_line(service: Service) -> None:
    service.status, service.body = 404, json.dumps({"message": "There is no such conversation."})
    refused = service.replays()
    assert (refused.exit_code, refused.stderr) == (1, "Error: 404: There is no such conversation.\n")
    service.status, service.body = 200, "<html>"
    assert "is not Parley (200)" in service.replays().stderr
    assert "is to be a key" in service.replays(key="ключ").stderr
