"""`parley accounts` and `parley projects`."""

from __future__ import annotations

import re

import pytest

from tests.cli.conftest import Operator

pytestmark = pytest.mark.io


async def test_an_account_is_made_and_listed(operator: Operator) -> None:
    made = operator.reads("accounts", "create", "acme", "--name", "Acme Ltd")
    assert re.fullmatch(r"ACCOUNT-[0-9a-f]{8}", made["id"])
    assert (made["slug"], made["name"]) == ("acme", "Acme Ltd")
    assert operator.reads("accounts", "list") == [made]


async def test_people_see_a_table_whose_ids_can_be_copied(operator: Operator) -> None:
    operator.does("accounts", "create", "acme", "--name", "A name that is much longer than a window is wide " * 3)
    (listed,) = operator.reads("accounts", "list")
    head, row = operator.does("accounts", "list").rstrip("\n").split("\n")
    assert head.split() == ["id", "slug", "name", "created_at"]
    assert all(str(listed[column]).strip() in row for column in ("id", "slug", "name", "created_at"))


async def test_an_empty_list_says_so(operator: Operator) -> None:
    assert operator.does("accounts", "list") == "(none)\n"
    assert operator.reads("accounts", "list") == []


@pytest.mark.parametrize("known", ["ACCOUNT-0123abcd", "ws-0123abcd"])
async def test_a_known_id_is_kept_and_found_by_every_spelling(operator: Operator, known: str) -> None:
    made = operator.reads("accounts", "create", "acme", "--id", known)
    assert made["id"] == known
    for reference in ("acme", "ACCOUNT-0123abcd", "ws-0123abcd"):
        assert operator.reads("projects", "create", f"of-{reference}", "--account", reference)["account_id"] == known


async def test_a_slug_is_taken_once(operator: Operator) -> None:
    operator.does("accounts", "create", "acme")
    assert "'acme'" in operator.is_refused("accounts", "create", "acme")


@pytest.mark.parametrize("slug", ["", "a b", "a/b", "agents", "-x", "ACCOUNT-1", "[/red]", "x" * 65, "ümlaut"])
async def test_a_slug_that_would_not_fit_an_address_is_refused(operator: Operator, slug: str) -> None:
    words = operator.is_refused("accounts", "create", "--", slug)
    assert f"'{slug}' cannot be a slug" in words
    assert words.count("\n") == 1


@pytest.mark.parametrize("name", ["[bold]x[/bold]", "[/]", "[link=http://x]", ":smile:", "ümlaut €"])
async def test_a_name_is_shown_as_it_was_given(operator: Operator, name: str) -> None:
    operator.does("accounts", "create", "acme", "--name", name)
    assert name in operator.does("accounts", "list")


async def test_a_project_is_made_listed_and_set(operator: Operator) -> None:
    operator.does("accounts", "create", "acme")
    made = operator.reads("projects", "create", "desk", "--account", "acme", "--name", "Front desk")
    assert re.fullmatch(r"PROJECT-[0-9a-f]{8}", made["id"])
    assert (made["region"], made["settings"]) == ("us-1", {})
    assert operator.reads("projects", "list", "--account", "acme") == [made]
    for reference in ("desk", made["id"]):
        changed = operator.reads("projects", "set", reference, "--account", "acme", "--metrics", "A, B")
        assert changed["settings"]["response_metrics"] == ["A", "B"]
    changed = operator.reads("projects", "set", "desk", "--account", "acme", "--no-transcripts")
    assert changed["settings"] == {"response_metrics": ["A", "B"], "show_transcripts": False}
    assert made["id"] in operator.does("projects", "list")


async def test_two_accounts_may_use_the_same_slug_for_a_project(operator: Operator) -> None:
    for account in ("one", "two"):
        operator.does("accounts", "create", account)
        operator.does("projects", "create", "desk", "--account", account)
    assert len(operator.reads("projects", "list")) == 2
    assert len(operator.reads("projects", "list", "--account", "two")) == 1
    assert "'desk'" in operator.is_refused("projects", "create", "desk", "--account", "two")


async def test_what_is_not_there_is_named(operator: Operator) -> None:
    operator.does("accounts", "create", "acme")
    assert "There is no account 'nobody'." in operator.is_refused("projects", "create", "x", "--account", "nobody")
    assert "There is no account 'nobody'." in operator.is_refused("projects", "list", "--account", "nobody")
    assert "There is no project 'x'" in operator.is_refused("projects", "set", "x", "--account", "acme")


async def test_a_region_that_does_not_exist_is_refused(operator: Operator) -> None:
    operator.does("accounts", "create", "acme")
    assert "euw-1" in operator.is_refused("projects", "create", "x", "--account", "acme", "--region", "mars")
    assert operator.reads("projects", "create", "x", "--account", "acme", "--region", "uk-1")["region"] == "uk-1"


async def test_a_project_gets_a_desk(operator: Operator) -> None:
    operator.does("accounts", "create", "acme")
    operator.does("projects", "create", "shop", "--account", "acme")
    opened = operator.reads("projects", "desk", "shop", "--account", "acme", "--wait", "90s")
    assert opened["settings"]["desk"] == {"is_on": True, "wait_seconds": 90}
    closed = operator.reads("projects", "desk", "shop", "--account", "acme", "--off")
    assert closed["settings"]["desk"]["is_on"] is False
    for wait in ("1s", "2d"):
        said = operator.is_refused("projects", "desk", "shop", "--account", "acme", "--wait", wait)
        assert "at least 10s and at most 1d" in said
