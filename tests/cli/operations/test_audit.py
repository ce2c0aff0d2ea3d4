"""`parley audit`, and what the operator's other commands leave in it."""

from __future__ import annotations

import pytest

from tests.cli.conftest import Operator

pytestmark = pytest.mark.io


async def test_what_the_operator_did_is_shown(operator: Operator) -> None:
    operator.does("accounts", "create", "demo")
    project = operator.reads("projects", "create", "restaurant", "--account", "demo")
    place = ("--account", "demo", "--project", "restaurant")
    key = operator.reads("keys", "issue", "chat", *place)
    assert operator.answers("hush", "secrets", "set", "TOKEN", *place).exit_code == 0
    operator.does("secrets", "remove", "TOKEN", *place)
    operator.does("keys", "revoke", key["id"])
    log = operator.reads("audit", "--account", "demo")
    assert [(each["kind"], each["verb"]) for each in reversed(log)] == [
        ("account", "created"),
        ("agent", "created"),
        ("key", "issued"),
        ("key", "issued"),
        ("secret", "set"),
        ("secret", "deleted"),
        ("key", "revoked"),
    ]
    assert {each["actor"]["kind"] for each in log} == {"operator"}
    assert "hush" not in str(log)
    [deleted, put] = operator.reads("audit", "--account", "demo", "--kind", "secret", "--since", "1h")
    assert (deleted["subject"], put["agentId"]) == ("TOKEN", project["id"])
    assert operator.reads("audit", "--account", "demo", "--actor", "system") == []
    assert operator.reads("audit", "--account", "demo", "--until", "1h") == []
    printed = operator.does("audit", "--account", "demo", "--id", key["id"])
    assert "key revoked" in printed
    assert "no account" in operator.is_refused("audit", "--account", "nobody").lower()
