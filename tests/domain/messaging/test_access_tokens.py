from __future__ import annotations

from datetime import UTC, datetime, timedelta

import jwt
import pytest

from parley.domain.messaging.access_tokens import AUDIENCE, LIFETIME, LONGEST, AccessToken, AccessTokens
from tests.clocks import HandClock

NOW = datetime(2026, 1, 2, tzinfo=UTC)
TOKEN = AccessToken(b"\x00" * 32, "shop.example")


def test_a_token_comes_back_until_it_expires() -> None:
    clock = HandClock(NOW)
    tokens = AccessTokens(b"s" * 32, clock)
    text = tokens.mint(TOKEN)
    assert tokens.read(text) == TOKEN
    clock.moment += LIFETIME - timedelta(seconds=2)
    assert tokens.read(text) == TOKEN
    clock.moment += timedelta(seconds=2)
    assert tokens.read(text) is None


def test_a_client_can_read_when_to_renew_it() -> None:
    clock = HandClock(NOW)
    claims = jwt.decode(AccessTokens(b"s" * 32, clock).mint(TOKEN), options={"verify_signature": False})
    assert claims["exp"] - claims["iat"] == LIFETIME.total_seconds()


def _claims(**others: object) -> dict[str, object]:
    return {"aud": AUDIENCE, "sub": "AAAA", "host": "shop.example", "exp": 2**40, **others}


@pytest.mark.parametrize(
    "text",
    [
        "",
        "a.b.c",
        "x" * (LONGEST + 1),
        jwt.encode(_claims(), "s" * 32, "HS256"),
        jwt.encode(_claims(), "", "none"),
    ],
)
def test_what_somebody_else_signed_is_no_token(text: str) -> None:
    assert AccessTokens(b"s" * 32, HandClock(NOW)).read(text) is None


def test_another_installation_does_not_take_it() -> None:
    clock = HandClock(NOW)
    assert AccessTokens(b"t" * 32, clock).read(AccessTokens(b"s" * 32, clock).mint(TOKEN)) is None
