"""What is kept of what APIs answered: JSON as JSON, nothing that is too large, no credentials."""

from __future__ import annotations

from parley.runtime.turn.trace.api_calls import MOST_CHARACTERS, SECRET, answered, without_secrets


def test_an_answer_is_kept_as_what_it_is() -> None:
    for text, body in (('{"a": [1]}', {"a": [1]}), ("sold out", "sold out"), ("12", "12"), ("", "")):
        kept = answered("shop", "order", 1.23456, {"status_code": 409, "text": text}, MOST_CHARACTERS)
        assert kept.to_json() == {
            "integration": "shop", "operation": "order", "duration_ms": 1.235, "status": 409, "body": body,
        }  # fmt: skip


def test_what_is_too_large_is_not_kept() -> None:
    for length, room in ((MOST_CHARACTERS + 1, 10**6), (10, 9)):
        kept = answered("shop", "order", 1, {"status_code": 200, "text": "x" * length}, room).to_json()
        assert kept["is_cut"]
        assert "body" not in kept


def test_credentials_are_not_kept() -> None:
    answer = {"access_token": "t", "user": [{"password": "p", "tokens_left": 3, "name": "Ada", "apiKey": ""}]}
    kept = {"access_token": SECRET, "user": [{"password": SECRET, "tokens_left": 3, "name": "Ada", "apiKey": ""}]}
    assert without_secrets(answer) == kept
