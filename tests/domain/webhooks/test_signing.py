"""Signatures, held against the libraries that receivers use."""

from __future__ import annotations

import hashlib
import hmac
import importlib
import json
import time
from typing import Any
from uuid import uuid4

import pytest
import standardwebhooks
from hypothesis import given
from hypothesis import strategies as st

from parley.domain.webhooks.signing import mint_secret, signature, signed_headers

BODY = b'{"event_type":"alerts.triggered","alert":{"id":"ar_1"}}'
libraries = pytest.mark.parametrize(
    "name",
    [
        "standardwebhooks",
        pytest.param("svix.webhooks", marks=pytest.mark.io),  # not that it were: it takes seconds to import
    ],
)


@pytest.fixture
def library(name: str) -> Any:
    return importlib.import_module(name).Webhook


def headers(*secrets: str, body: bytes = BODY) -> dict[str, str]:
    return signed_headers("X-PolyAI-", secrets, str(uuid4()), int(time.time()), body)


def test_a_known_signature() -> None:
    known = "e481ac1970cf2ee1c96a0925a4ac47d257cd33a0ad16a29219441a8025776f63"
    assert signature("test-secret", 1700000000, BODY) == known


def test_the_names_of_the_headers() -> None:
    signed = signed_headers("X-Acme-", [mint_secret()], "e1", 1700000000, BODY)
    assert (signed["X-Acme-Timestamp"], signed["X-Acme-Event-ID"]) == ("1700000000", "e1")
    assert (signed["webhook-timestamp"], signed["webhook-id"]) == ("1700000000", "e1")
    assert len(signed) == 6


def test_a_receiver_that_knows_nothing_but_hmac() -> None:
    secret = mint_secret()
    signed = headers(secret)
    message = signed["X-PolyAI-Timestamp"].encode() + b"." + BODY
    expected = hmac.new(secret.encode(), message, hashlib.sha256).hexdigest()
    assert hmac.compare_digest(expected, signed["X-PolyAI-Signature"])


@libraries
def test_both_schemes_come_from_one_secret(library: Any) -> None:
    secret = mint_secret()
    library(secret).verify(BODY, headers(secret))


@libraries
def test_what_was_changed_on_the_way_is_noticed(library: Any) -> None:
    secret = mint_secret()
    signed = headers(secret)
    for changed in (
        {**signed, "webhook-id": str(uuid4())},
        {**signed, "webhook-timestamp": str(int(signed["webhook-timestamp"]) + 1)},
        headers(mint_secret()),
    ):
        with pytest.raises(standardwebhooks.WebhookVerificationError):
            library(secret).verify(BODY, changed)
    with pytest.raises(standardwebhooks.WebhookVerificationError):
        library(secret).verify(BODY + b" ", signed)


@libraries
def test_while_two_secrets_are_valid_either_verifies(library: Any) -> None:
    new, old = mint_secret(), mint_secret()
    signed = headers(new, old)
    library(new).verify(BODY, signed)
    library(old).verify(BODY, signed)
    assert signed["X-PolyAI-Signature"] == signature(new, int(signed["X-PolyAI-Timestamp"]), BODY)


@pytest.mark.slow
@given(st.dictionaries(st.text(), st.text() | st.integers() | st.none(), max_size=5))
def test_every_body_verifies(payload: dict[str, object]) -> None:
    secret = mint_secret()
    body = json.dumps(payload, ensure_ascii=False).encode("utf-8", "replace")
    standardwebhooks.Webhook(secret).verify(body, headers(secret, body=body))


def test_secrets_are_many_and_mean_the_same_in_every_base64() -> None:
    secrets = {mint_secret() for _ in range(100)}
    assert len(secrets) == 100
    assert all(len(secret) == 50 and secret.removeprefix("whsec_").isalnum() for secret in secrets)
