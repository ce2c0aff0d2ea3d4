"""Who may say that something has happened in Chatwoot, and what comes of it."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

import httpx
import pytest

from parley.chatwoot.webhooks import Proof, sign, webhook_app
from tests.clocks import HandClock

NOW = datetime(2026, 3, 2, tzinfo=UTC)
STAMP = str(int(NOW.timestamp()))
MESSAGE = {"event": "message_created", "id": 4, "conversation": {"id": 12}}


class Heard:
    def __init__(self) -> None:
        self.woken: list[int] = []
        self.typing: list[tuple[int, bool]] = []

    def wake(self, conversation: int) -> None:
        self.woken.append(conversation)

    async def type(self, conversation: int, *, is_typing: bool) -> None:
        self.typing.append((conversation, is_typing))


async def post(
    heard: Heard, event: Any, path: str = "/chatwoot", proof: Proof | None = None, headers: Any = None
) -> int:
    app = webhook_app(heard, proof or Proof("secret", "token-in-the-address"), HandClock(NOW))
    transport = httpx.ASGITransport(app)
    body = event if isinstance(event, bytes) else json.dumps(event).encode()
    signed = {"x-chatwoot-timestamp": STAMP, "x-chatwoot-signature": sign("secret", STAMP, body)}
    async with httpx.AsyncClient(transport=transport, base_url="http://adapter") as client:
        return (await client.post(path, content=body, headers={**signed, **(headers or {})})).status_code


@pytest.mark.parametrize(
    "event",
    [MESSAGE, {"event": "conversation_status_changed", "id": 12, "status": "resolved"}],
)
async def test_what_happens_in_a_conversation_is_a_reason_to_look(event: dict[str, Any]) -> None:
    heard = Heard()
    assert await post(heard, event) == 200
    assert heard.woken == [12]


async def test_typing_is_passed_on_but_not_that_of_a_note() -> None:
    heard = Heard()
    for name, is_private in (("on", False), ("off", False), ("on", True)):
        typing = {"event": f"conversation_typing_{name}", "conversation": {"id": 12}, "is_private": is_private}
        await post(heard, typing)
    for user in ({"id": 1, "type": "contact"}, {"id": 1, "identifier": "parley:1"}):
        await post(heard, {"event": "conversation_typing_on", "conversation": {"id": 12}, "user": user})
    await post(
        heard, {"event": "conversation_typing_on", "conversation": {"id": 12}, "user": {"id": 1, "type": "user"}}
    )
    assert heard.typing == [(12, True), (12, False), (12, True)]


@pytest.mark.parametrize(
    "headers",
    [
        {"x-chatwoot-signature": "sha256=00"},
        {"x-chatwoot-signature": ""},
        {"x-chatwoot-timestamp": str(int(STAMP) + 1)},
        {"x-chatwoot-timestamp": "soon"},
    ],
)
async def test_a_stranger_is_not_heard(headers: dict[str, str]) -> None:
    heard = Heard()
    assert await post(heard, MESSAGE, headers=headers) == 401
    assert heard.woken == []


async def test_a_signature_that_is_old_is_not_good_any_more() -> None:
    body, then = json.dumps(MESSAGE).encode(), str(int(STAMP) - 301)
    heard = Heard()
    old = {"x-chatwoot-timestamp": then, "x-chatwoot-signature": sign("secret", then, body)}
    assert await post(heard, MESSAGE, headers=old) == 401


async def test_a_chatwoot_that_does_not_sign_knows_the_address() -> None:
    heard, none = Heard(), {"x-chatwoot-signature": "", "x-chatwoot-timestamp": ""}
    assert await post(heard, MESSAGE, "/chatwoot/token-in-the-address", headers=none) == 200
    assert await post(heard, MESSAGE, "/chatwoot/another", headers=none) == 401
    assert await post(heard, MESSAGE, "/chatwoot/anything", Proof("secret", None)) == 401
    assert await post(heard, MESSAGE, "/chatwoot", Proof(None, "token-in-the-address")) == 401
    assert heard.woken == [12]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("event", "status"),
    [
        (b"{", 400),
        (b"[]", 200),
        (b"x" * ((1 << 20) + 1), 413),
        ({"event": "message_created"}, 200),
        ({"event": "message_created", "conversation": {"id": "12"}}, 200),
        ({"event": 3, "conversation": {"id": 12}}, 200),
        ({"event": "contact_created", "id": 12}, 200),
    ],
)
async def test_what_says_nothing_is_let_pass(event: Any, status: int) -> None:
    heard = Heard()
    assert await post(heard, event) == status
    assert (heard.woken, heard.typing) == ([], [])
