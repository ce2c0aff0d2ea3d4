from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import jwt
import pytest

from parley.domain.messaging.verified_context import LARGEST_CONTEXT, LONGEST_TOKEN, ContextRefused, read_context

NOW = datetime(2026, 1, 2, tzinfo=UTC)
SECRET = "5" * 64
AT = int(NOW.timestamp())


def signed(secret: str = SECRET, key_id: str = "ctx_1", **claims: Any) -> str:
    known = {"sub": "session", "iat": AT, "exp": AT + 30, "ctx": {"tier": "gold"}} | claims
    return jwt.encode({name: each for name, each in known.items() if each is not None}, secret, headers={"kid": key_id})


def test_what_the_site_signed_is_the_context() -> None:
    flat = {"tier": "gold", "visits": 3, "is_new": False, "none": None}
    assert read_context(signed(ctx=flat), "ctx_1", SECRET, "session", NOW) == flat


@pytest.mark.parametrize(
    "token",
    [
        "no token",
        "x" * (LONGEST_TOKEN + 1),
        signed(secret="6" * 64),
        signed(key_id="ctx_2"),
        signed(sub="another session"),
        signed(iat=None),
        signed(exp=AT + 31),
        signed(iat=AT - 100, exp=AT - 80),
        signed(iat=AT + 100, exp=AT + 120),
        signed(ctx=None),
        signed(ctx=["gold"]),
        signed(ctx={"nested": {"tier": "gold"}}),
        signed(ctx={"text": "x" * LARGEST_CONTEXT}),
        signed(ctx={"number": 10**30}),
        signed(ctx={"half a character": "\ud800"}),
        signed(ctx={"no text for a database": "\x00"}),
        signed(ctx={"\x00": 1}),
        signed(exp=10**400),
        jwt.encode({"sub": "session", "iat": AT, "exp": AT + 30, "ctx": {}}, "", "none", headers={"kid": "ctx_1"}),
    ],
)
def test_what_it_did_not_sign_so_is_refused(token: str) -> None:
    with pytest.raises(ContextRefused):
        read_context(token, "ctx_1", SECRET, "session", NOW)
