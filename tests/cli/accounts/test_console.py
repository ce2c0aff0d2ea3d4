"""`parley console link`: signs in once, with a key of the role that was asked for."""

from __future__ import annotations

import re

import pytest

from tests.cli.conftest import Operator

pytestmark = pytest.mark.io

LINK = re.compile(r"http://127\.0\.0\.1:8081/sign-in#[0-9A-Za-z]{43}\n")


@pytest.fixture(autouse=True)
def _acme(operator: Operator) -> None:
    operator.does("accounts", "create", "acme")


async def test_links_of_a_role_share_its_key(operator: Operator) -> None:
    assert LINK.fullmatch(operator.does("console", "link", "--account", "acme"))
    first, second = (operator.reads("console", "link", "--account", "acme", "--role", "viewer") for _ in range(2))
    assert first["key_id"] == second["key_id"]
    assert first["url"] != second["url"]
    assert {key["settings"]["role"] for key in operator.reads("keys", "list", "--kind", "console")} == {
        "admin",
        "viewer",
    }


async def test_a_link_for_a_key(operator: Operator) -> None:
    issued = operator.reads("keys", "issue", "console", "--account", "acme", "--role", "editor")
    assert operator.reads("console", "link", "--account", "acme", "--key", issued["id"])["role"] == "editor"
    operator.does("keys", "revoke", issued["id"])
    said = operator.is_refused("console", "link", "--account", "acme", "--key", issued["id"])
    assert "no working console key" in said


async def test_the_address_is_that_of_the_setting(operator: Operator) -> None:
    behind = Operator({**operator.env, "PARLEY_CONSOLE_URL": "https://console.example"})
    assert behind.reads("console", "link", "--account", "acme")["url"].startswith("https://console.example/sign-in#")


async def test_roles_are_for_the_console(operator: Operator) -> None:
    assert "has no role" in operator.is_refused("keys", "issue", "build", "--account", "acme", "--role", "admin")
    assert operator.reads("keys", "issue", "console", "--account", "acme")["settings"] == {"role": "viewer"}
