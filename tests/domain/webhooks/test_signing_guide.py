"""The receiver in docs/webhooks.md does what the guide says."""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import ThreadingHTTPServer
from pathlib import Path
from typing import Any

import httpx
import pytest

from parley.domain.webhooks.signing import mint_secret, signed_headers

GUIDE = Path(__file__).parents[3] / "docs" / "webhooks.md"
BODY = b'{"event_type":"alerts.triggered","alert":{"id":"ar_1"}}'
SECRET = mint_secret()


@pytest.fixture
def example() -> dict[str, Any]:
    (code,) = re.findall(r"^```python\n(.*?)^```", GUIDE.read_text(), re.MULTILINE | re.DOTALL)
    names: dict[str, Any] = {"__name__": "guide"}
    exec(compile(code, "docs/webhooks.md", "exec"), names)
    names["SECRET"] = SECRET
    return names


def headers(event_id: str = "e1", timestamp: int | None = None) -> dict[str, str]:
    return signed_headers("X-PolyAI-", [SECRET], event_id, timestamp or int(time.time()), BODY)


def test_only_what_is_genuine_and_fresh_is_taken(example: dict[str, Any]) -> None:
    verify = example["verify"]
    assert verify(headers(), BODY, SECRET) == "e1"
    assert verify(headers(), BODY + b" ", SECRET) is None
    assert verify(headers(), BODY, mint_secret()) is None
    assert verify(headers(timestamp=int(time.time()) - 301), BODY, SECRET) is None
    assert verify({}, BODY, SECRET) is None
    assert verify({**headers(), "X-PolyAI-Timestamp": "now"}, BODY, SECRET) is None


@contextmanager
def serving(example: dict[str, Any]) -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), example["Receiver"])
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.mark.io
def test_the_receiver_takes_each_event_once(example: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
    with serving(example) as url, httpx.Client(trust_env=False) as sender:
        answers = [sender.post(url, content=BODY, headers=headers(event)).status_code for event in ("e1", "e1", "e2")]
        answers.append(sender.post(url, content=BODY, headers={}).status_code)
    assert answers == [204, 204, 204, 401]
    assert capsys.readouterr().out.count("ar_1") == 2
