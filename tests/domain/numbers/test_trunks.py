"""What the trunk of a connector may be like, and how its passwords are kept."""

from __future__ import annotations

import os
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parley.domain.numbers.model import Connector, ConnectorsValidationFailed, Trunk
from parley.domain.numbers.trunks import CHECKS, ConnectorUpdate, TrunkPasswords, decrypt_passwords, update_connector
from parley.kit.encryption import Encryptor, SecretUnreadable

SEAL = Encryptor(os.urandom(32))
BARE = Connector("CONNECTOR-1", "A", "P", "Trunk")

GOOD: list[tuple[str, Any]] = [
    ("host", "sip.example.com"),
    ("host", "pbx"),
    ("host", "203.0.113.7"),
    ("host", "2001:db8::1"),
    ("host", ""),
    ("from_domain", "calls.example.com"),
    ("port", 1),
    ("tls_port", 65535),
    ("user", "trunk-1+a.b"),
    ("caller_id", "+14155550100"),
    ("caller_id", "anonymous"),
    ("networks", ("203.0.113.0/24", "2001:db8::/32")),
    ("networks", ()),
    ("inbound_user", "provider"),
    ("max_calls", 0),
    ("max_calls", 1000),
    ("ring_seconds", 12.5),
    ("queue_seconds", 0),
]
BAD: list[tuple[str, Any]] = [
    ("host", "sip:example.com"),
    ("host", "example.com:5060"),
    ("host", "a b"),
    ("host", "-a.example"),
    ("host", "a..b"),
    ("host", "1.2.3.400"),
    ("host", "1.2.3"),
    ("host", "a.example\n"),
    ("host", "a" * 64),
    ("host", ".".join(["a" * 60] * 5)),
    ("from_domain", "user@example.com"),
    ("port", 0),
    ("tls_port", 65536),
    ("user", "a b"),
    ("user", 'a"b'),
    ("user", "a\r\nVia: x"),
    ("user", "a" * 129),
    ("caller_id", "<sip:x>"),
    ("caller_id", "+1 415"),
    ("networks", ("203.0.113.0/24", "here")),
    ("networks", ("203.0.113.1/24",)),
    ("networks", ("10.0.0.1",) * 65),
    ("register_over", "sctp"),
    ("register_over", "udp"),  # without host and user
    ("inbound_user", "a,b"),
    ("max_calls", -1),
    ("max_calls", 1001),
    ("ring_seconds", 0),
    ("ring_seconds", float("nan")),
    ("queue_seconds", 3001),
]


@pytest.mark.parametrize(("name", "value"), GOOD)
def test_what_a_trunk_may_be_like(name: str, value: Any) -> None:
    assert getattr(update_connector(SEAL, BARE, ConnectorUpdate(trunk={name: value})).trunk, name) == value


@pytest.mark.parametrize(("name", "value"), BAD)
def test_what_it_may_not_be_like(name: str, value: Any) -> None:
    with pytest.raises(ConnectorsValidationFailed, match=f"(?i)^{name.replace('_', ' ')} (is|has|contains)"):
        update_connector(SEAL, BARE, ConnectorUpdate(trunk={name: value}))


def test_every_field_is_checked_and_all_mistakes_are_told_at_once() -> None:
    assert set(CHECKS) == set(Trunk.__dataclass_fields__)
    with pytest.raises(ConnectorsValidationFailed, match=r"(?i)^host .*; max calls is a number from 0 to 1000\.$"):
        update_connector(SEAL, BARE, ConnectorUpdate(trunk={"host": "?", "port": 7, "max_calls": 5000}))


def test_what_is_not_named_stays_and_what_is_usual_is_not_kept() -> None:
    once = update_connector(
        SEAL, BARE, ConnectorUpdate({"outbound": True}, {"host": "a.example", "port": 5070, "networks": ["10.0.0.1"]})
    )
    assert once.settings == {"host": "a.example", "port": 5070, "networks": ("10.0.0.1/32",)}
    twice = update_connector(SEAL, once, ConnectorUpdate({"name": "Other"}, {"port": 5060, "networks": []}))
    assert (twice.name, twice.outbound, twice.settings) == ("Other", True, {"host": "a.example"})
    assert twice.trunk == Trunk(host="a.example")


def test_passwords_are_sealed_and_never_shown() -> None:
    assert decrypt_passwords(SEAL, BARE) == TrunkPasswords()
    one = update_connector(SEAL, BARE, ConnectorUpdate(passwords={"password": "hunter2"}))
    assert decrypt_passwords(SEAL, one) == TrunkPasswords("hunter2")
    both = update_connector(SEAL, one, ConnectorUpdate(passwords={"inbound_password": "s3cret"}))
    assert decrypt_passwords(SEAL, both) == TrunkPasswords("hunter2", "s3cret")
    for shown in (repr(both), repr(decrypt_passwords(SEAL, both)), str(both.to_json())):
        assert "hunter2" not in shown
        assert "s3cret" not in shown
    assert b"hunter2" not in (both.secret or b"")
    kept = update_connector(SEAL, both, ConnectorUpdate(trunk={"host": "a.example"}))
    assert kept.secret == both.secret
    none = update_connector(SEAL, both, ConnectorUpdate(passwords={"password": "", "inbound_password": ""}))
    assert none.secret is None


def test_passwords_cannot_be_moved_to_another_connector() -> None:
    sealed = update_connector(SEAL, BARE, ConnectorUpdate(passwords={"password": "hunter2"})).secret
    with pytest.raises(SecretUnreadable):
        decrypt_passwords(SEAL, Connector("CONNECTOR-2", "A", "P", secret=sealed))


@given(st.sampled_from(["a\nb", "a\0b", "x" * 257]))
def test_passwords_are_one_line(password: str) -> None:
    with pytest.raises(ConnectorsValidationFailed) as refused:
        update_connector(SEAL, BARE, ConnectorUpdate(passwords={"password": password}))
    assert password not in refused.value.message
