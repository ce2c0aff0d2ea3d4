"""`parley webhooks`."""

from __future__ import annotations

import json
from pathlib import Path
from uuid import uuid4

import pytest

from parley.domain.projects.secret_store import encryption_key
from parley.domain.webhooks.actions import decrypt_secret
from parley.domain.webhooks.delivery import DeliveryStatus, NextStep, Outcome
from parley.kit.encryption import Encryptor
from parley.storage.db import Database
from tests.cli.conftest import Operator
from tests.domain.webhooks.hooks import Hooks

pytestmark = pytest.mark.io


@pytest.fixture
def hooks(db: Database) -> Hooks:
    return Hooks(db)


async def test_what_became_of_events_and_sending_them_once_more(operator: Operator, hooks: Hooks) -> None:
    account = await hooks.account()
    endpoint = (await hooks.endpoint(account)).endpoint
    event = await hooks.publish(account)
    (due,) = await hooks.take()
    await hooks.record(due, NextStep(DeliveryStatus.FAILED), Outcome(404))
    (listed,) = operator.reads("webhooks", "list", "--account", account)
    assert (listed["id"], listed["url"], listed["enabled"]) == (endpoint.id, endpoint.url, True)
    assert listed["failing_since"] is not None
    (delivery,) = operator.reads("webhooks", "deliveries", "--endpoint", endpoint.id, "--status", "failed")
    assert (delivery["id"], delivery["event_id"], delivery["attempts"]) == (str(due.id), str(event), 1)
    (attempt,) = operator.reads("webhooks", "attempts", delivery["id"])
    assert (attempt["number"], attempt["status_code"]) == (1, 404)
    operator.does("webhooks", "replay", delivery["id"])
    (delivery,) = operator.reads("webhooks", "deliveries")
    assert delivery["status"] == "pending"
    assert "no such delivery" in operator.is_refused("webhooks", "replay", str(uuid4()))


async def test_what_was_missed_is_recovered(operator: Operator, hooks: Hooks) -> None:
    account = await hooks.account()
    await hooks.publish(account)
    endpoint = (await hooks.endpoint(account)).endpoint
    assert operator.does("webhooks", "recover", endpoint.id, "--since", "1h", "--until", "30m") == "0 on their way.\n"
    assert operator.does("webhooks", "recover", endpoint.id, "--since", "2020-01-01") == "1 on their way.\n"
    shown = operator.does("webhooks", "recover", endpoint.id, "--since", "2020-01-01", "--delivered", "--json")
    assert json.loads(shown) == {"deliveries": 0}  # it is on its way already
    assert len(await hooks.take()) == 1
    assert "whe_x" in operator.is_refused("webhooks", "recover", "whe_x", "--since", "1h")
    assert "15m" in operator.is_refused("webhooks", "recover", endpoint.id, "--since", "yesterday")


async def test_a_secret_is_rotated(operator: Operator, hooks: Hooks) -> None:
    account = await hooks.account()
    endpoint = (await hooks.endpoint(account)).endpoint
    printed = operator.does("webhooks", "rotate", endpoint.id, "--overlap", "24h").strip()
    (row,) = await hooks.db.fetch("select secret, old_secret from webhook_endpoints")
    encryptor = Encryptor(encryption_key(None, Path(operator.env["PARLEY_DATA"])))
    assert decrypt_secret(encryptor, endpoint.id, row["secret"]) == printed
    assert row["old_secret"] is not None
    assert "12h" in operator.is_refused("webhooks", "rotate", endpoint.id, "--overlap", "24 hours")
