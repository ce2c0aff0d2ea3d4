"""`parley connectors`: trunks, and passwords that nobody sees."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from parley.domain.numbers.model import Connector
from parley.domain.numbers.store import find_connector
from parley.domain.numbers.trunks import TrunkPasswords, decrypt_passwords
from parley.domain.projects.secret_store import encryption_key
from parley.kit.encryption import Encryptor
from parley.storage.db import Database
from tests.cli.conftest import Operator

pytestmark = pytest.mark.io

WHERE = ("--account", "acme", "--project", "desk")


@pytest.fixture(name="desk")
def _desk(operator: Operator) -> Operator:
    operator.does("accounts", "create", "acme")
    operator.does("projects", "create", "desk", "--account", "acme")
    return operator


async def kept(db: Database, shown: dict[str, str]) -> Connector:
    found = await find_connector(db, shown["projectId"], shown["connectorId"])
    assert found is not None
    return found


async def test_a_trunk_is_set_up_and_changed(desk: Operator) -> None:
    options = "--outbound --host sip.example.com --port 5070 --tls-port 5071 --user trunk-1 --caller-id +14155550199 "
    options += "--from-domain calls.example.com --network 203.0.113.0/24 --network 2001:db8::/32 --inbound-user them "
    options += "--register tls --max-calls 4 --ring-seconds 20 --queue-seconds 60 --env sandbox --variant harbour"
    made = desk.reads("connectors", "create", "Main", *WHERE, *options.split())
    expected = {
        "name": "Main",
        "clientEnv": "sandbox",
        "variantId": "harbour",
        "outbound": True,
        "host": "sip.example.com",
        "port": 5070,
        "tlsPort": 5071,
        "user": "trunk-1",
        "callerId": "+14155550199",
        "fromDomain": "calls.example.com",
        "networks": ["203.0.113.0/24", "2001:db8::/32"],
        "registerOver": "tls",
        "inboundUser": "them",
        "maxCalls": 4,
        "ringSeconds": 20.0,
        "queueSeconds": 60.0,
    }
    assert {name: made[name] for name in expected} == expected
    changes = ["--name", "Other", "--no-outbound", "--network", "none", "--env", "live", "--max-calls", "9"]
    after = desk.reads("connectors", "update", made["connectorId"], *WHERE, *changes)
    changed = {"name": "Other", "outbound": False, "networks": [], "clientEnv": "live", "maxCalls": 9}
    assert after == {**made, **changed}
    assert desk.reads("connectors", "list", *WHERE) == [{**after, "registration": ""}]
    table = desk.does("connectors", "list", *WHERE)
    assert "sip.example.com" in table
    assert "was changed" in desk.does("connectors", "update", made["connectorId"], *WHERE)
    desk.does("connectors", "remove", made["connectorId"], *WHERE)
    assert "There is no such connector." in desk.is_refused("connectors", "update", made["connectorId"], *WHERE)


async def test_passwords_come_from_standard_input(desk: Operator, db: Database, tmp_path: Path) -> None:
    both = ("--password-stdin", "--inbound-password-stdin", "--json")
    result = desk.answers("hunter2\ns3cret\n", "connectors", "create", "Main", *WHERE, *both)
    assert result.exit_code == 0, result.output
    assert "hunter2" not in result.output
    shown = json.loads(result.stdout)
    encryptor = Encryptor(encryption_key(None, tmp_path))
    assert decrypt_passwords(encryptor, await kept(db, shown)) == TrunkPasswords("hunter2", "s3cret")
    result = desk.answers("new one\n", "connectors", "update", shown["connectorId"], *WHERE, "--password-stdin")
    assert result.exit_code == 0, result.output
    assert decrypt_passwords(encryptor, await kept(db, shown)) == TrunkPasswords("new one", "s3cret")
    assert "hunter2" not in desk.does("connectors", "list", *WHERE, "--json")
    result = desk.answers("one\n", "connectors", "update", shown["connectorId"], *WHERE, *both)
    assert (result.exit_code, "A password is missing" in result.stderr) == (1, True)


async def test_mistakes_are_told(desk: Operator) -> None:
    wrong = {
        "--host example.com:5060": "Host is neither a host name nor an IP address.",
        "--port 0": "Port is a number from 1 to 65535.",
        "--network here": "Networks contains what is not an IP network",
        "--max-calls 5000": "Max calls is a number from 0 to 1000.",
        "--queue-seconds 9999": "Queue seconds is a number from 0 to 3000.",
        "--caller-id <sip:x>": "Caller id is a number",
        "--env moon": "pre-release",
        "--ring-seconds soon": "--ring-seconds",
    }
    for options, words in wrong.items():
        assert words in desk.is_refused("connectors", "create", "Main", *WHERE, *options.split()), options
    assert desk.reads("connectors", "list", *WHERE) == []
