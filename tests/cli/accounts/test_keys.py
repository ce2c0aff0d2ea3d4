"""`parley keys`: every family, human and JSON; wrong scopes refused in words that say what would be right."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from typing import Any

import pytest

from parley.cli.accounts.keys import Kind
from parley.domain.accounts.model import PERMISSIONS
from parley.domain.accounts.secrets import parse_family
from tests.cli.conftest import Operator

pytestmark = pytest.mark.io

BOTH = ["PROJECT-1", "PROJECT-2"]
KEY = re.compile(r"pk_[a-z]+_[0-9A-Za-z]{49}")
WHOLE_ACCOUNT = (Kind.build, Kind.console)
BOUND_TO_AN_ENVIRONMENT = (Kind.chat, Kind.outbound, Kind.dni, Kind.messaging, Kind.desk)
NEEDED = {Kind.messaging: ("--host", "shop.example", "--host", "localhost:8000")}


@pytest.fixture(autouse=True)
def _acme(operator: Operator) -> None:
    operator.does("accounts", "create", "acme", "--id", "ACCOUNT-1")
    operator.does("projects", "create", "desk", "--account", "acme", "--id", "PROJECT-1")


@pytest.fixture(name="_shop")
def _shop(operator: Operator, _acme: None) -> None:
    operator.does("projects", "create", "shop", "--account", "acme", "--id", "PROJECT-2")


def issue(operator: Operator, kind: Kind, *options: str) -> Any:
    project = () if kind in WHOLE_ACCOUNT else ("--project", "desk")
    return operator.reads("keys", "issue", kind, "--account", "acme", *project, *NEEDED.get(kind, ()), *options)


@pytest.mark.parametrize("kind", Kind)
async def test_every_family_is_issued_as_json(operator: Operator, kind: Kind) -> None:
    issued = issue(operator, kind)
    assert (issued["family"], issued["account_id"], issued["status"]) == (kind.value, "ACCOUNT-1", "active")
    if kind is not Kind.api:
        assert issued["project_id"] == (None if kind in WHOLE_ACCOUNT else "PROJECT-1")
    assert issued["environment"] == ("live" if kind in BOUND_TO_AN_ENVIRONMENT else None)
    names = {Kind.chat: ("api_key", "token"), Kind.messaging: ("token",)}.get(kind, ("key",))
    secrets = [issued[name] for name in names]
    assert all(KEY.fullmatch(secret) for secret in secrets)
    assert len(operator.reads("keys", "list", "--kind", kind)) == len(secrets)


@pytest.mark.parametrize("kind", Kind)
async def test_every_family_is_issued_for_people(operator: Operator, kind: Kind) -> None:
    project = () if kind in WHOLE_ACCOUNT else ("--project", "PROJECT-1")
    printed = operator.does("keys", "issue", kind, "--account", "ws-1", *project, *NEEDED.get(kind, ()))
    secrets = KEY.findall(printed)
    assert len(secrets) == (2 if kind is Kind.chat else 1)
    for secret in secrets:
        assert f"{parse_family(secret)}: {secret}\n" in printed
    assert "not shown again" in printed


@pytest.mark.parametrize("kind", [kind for kind in Kind if kind not in (*WHOLE_ACCOUNT, *BOUND_TO_AN_ENVIRONMENT)])
async def test_families_of_data_may_span_the_account(operator: Operator, kind: Kind) -> None:
    assert operator.reads("keys", "issue", kind, "--account", "acme")["project_id"] is None


@pytest.mark.parametrize("kind", BOUND_TO_AN_ENVIRONMENT)
async def test_an_environment_can_be_chosen(operator: Operator, kind: Kind) -> None:
    assert issue(operator, kind, "--env", "pre-release")["environment"] == "pre-release"


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("chat --account acme", "bound to one project"),
        ("outbound --account acme", "bound to one project"),
        ("dni --account acme", "bound to one project"),
        ("build --account acme --project desk", "takes no project"),
        ("handoff --account acme --env live", "has no environment"),
        ("build --account acme --env live", "has no environment"),
        ("chat --account acme --project desk --env moon", "pre-release"),
        ("dni --account acme --project desk --variant VARIANT-1", "only a chat or a messaging key"),
        ("chat --account acme --project desk --connector c", "only an outbound, dni or messaging key"),
        ("dni --account acme --project desk --connector c", "There is no connector 'c' in this project."),
        ("handoff --account nobody", "There is no account 'nobody'."),
        ("handoff --account acme --project nothing", "There is no project 'nothing'"),
        ("everything --account acme", "external_events"),
        ("handoff", "--account"),
        ("handoff,everything --account acme", "choose from conversations, concurrency, external_events, handoff"),
        ("handoff,chat --account acme --project desk", "'chat' cannot be issued together"),
        ("api,handoff --account acme", "'api' cannot be issued together"),
        ("handoff, --account acme", "'' cannot be issued together"),
        ("handoff,conversations --account acme --env live", "has no environment"),
        ("handoff,conversations --account acme --variant v", "only a chat or a messaging key"),
        ("handoff --account acme --expires-in soon", "90s, 15m, 12h, 30d or 2w"),
        ("handoff --account acme --expires-in 9999999w", "36500d"),
        ("handoff --account acme --expires-in -1d", "90s, 15m, 12h, 30d or 2w"),
    ],
)
async def test_what_does_not_fit_the_family_is_refused_in_clear_words(
    operator: Operator, command: str, words: str
) -> None:
    said = operator.is_refused("keys", "issue", *command.split())
    assert words in " ".join(re.sub("[│╭╮╰╯─]", " ", said).split())
    assert operator.reads("keys", "list") == []


async def test_what_a_conversations_key_shows_is_kept_with_it(operator: Operator) -> None:
    hidden = issue(operator, Kind.conversations, "--no-transcripts", "--metrics", "none")
    assert hidden["settings"] == {"show_transcripts": False, "response_metrics": []}
    assert issue(operator, Kind.conversations)["settings"] == {"show_transcripts": True, "response_metrics": None}
    for kind in WHOLE_ACCOUNT:
        assert issue(operator, kind, "--no-transcripts")["settings"]["show_transcripts"] is False
        assert "show_transcripts" not in issue(operator, kind)["settings"]
    chosen = issue(operator, Kind.conversations, "--metrics", "A,B")
    assert chosen["settings"]["response_metrics"] == ["A", "B"]


@pytest.mark.usefixtures("_shop")
@pytest.mark.parametrize(
    ("command", "permissions", "projects"),
    [
        ("conversations,concurrency", ["concurrency", "conversations"], None),
        ("handoff,handoff,external_events --project desk", ["external_events", "handoff"], ["PROJECT-1"]),
        ("conversations,handoff --project shop --project desk", ["conversations", "handoff"], BOTH),
        ("handoff --project desk --project shop", ["handoff"], BOTH),
        ("api --project desk --project PROJECT-1", sorted(PERMISSIONS), ["PROJECT-1"]),
    ],
)
async def test_several_permissions_make_one_key(
    operator: Operator, command: str, permissions: list[str], projects: list[str] | None
) -> None:
    issued = operator.reads("keys", "issue", *command.split(), "--account", "acme", "--expires-in", "90d")
    assert issued["key"].startswith("pk_api_")
    assert (issued["family"], issued["project_id"], issued["region"]) == ("api", None, "us-1")
    assert (issued["permissions"], issued["project_ids"]) == (permissions, projects)
    assert bool(issued["settings"]) == ("conversations" in permissions)
    (listed,) = operator.reads("keys", "list", "--kind", permissions[-1])
    assert listed == {name: value for name, value in issued.items() if name != "key"}
    assert operator.reads("keys", "list", "--kind", "build") == []
    shown = operator.does("keys", "list", "--kind", "api")
    assert ",".join(permissions) in shown
    assert ",".join(projects or ()) in shown


@pytest.mark.usefixtures("_shop")
async def test_a_list_of_projects_that_cannot_be(operator: Operator) -> None:
    operator.does("projects", "create", "far", "--account", "acme", "--region", "uk-1")
    desk_and = ("--account", "acme", "--project", "desk", "--project")
    assert "not for a list of projects" in operator.is_refused("keys", "issue", "chat", *desk_and, "shop")
    assert "in uk-1 and us-1" in operator.is_refused("keys", "issue", "api", *desk_and, "far")
    assert operator.reads("keys", "list") == []


@pytest.mark.usefixtures("_shop")
async def test_a_key_with_permissions_is_rotated_and_revoked_like_any_other(operator: Operator) -> None:
    options = ("--account", "acme", "--project", "desk", "--project", "shop", "--no-transcripts", "--name", "reports")
    old = operator.reads("keys", "issue", "conversations,handoff", *options)
    new = operator.reads("keys", "rotate", old["id"])
    changes = ("id", "key", "hint", "created_at")
    assert {name for name in old if old[name] != new[name]} <= set(changes)
    assert new["settings"]["show_transcripts"] is False
    assert operator.reads("keys", "revoke", new["id"])["status"] == "revoked"


async def test_a_key_of_one_family_is_told_of_as_ever(operator: Operator) -> None:
    issued = issue(operator, Kind.handoff)
    fields = (
        "id", "family", "hint", "name", "status", "account_id", "project_id", "region", "environment", "variant",
        "connector_id", "settings", "created_at", "expires_at", "last_used_at",
    )  # fmt: skip
    assert tuple(issued) == (*fields, "key")
    assert tuple(operator.reads("keys", "list")[0]) == fields
    assert issued["key"].startswith("pk_handoff_")


async def test_a_lifetime_is_counted_from_now(operator: Operator) -> None:
    issued = issue(operator, Kind.handoff, "--expires-in", "90d")
    created, expires = (datetime.fromisoformat(issued[name]) for name in ("created_at", "expires_at"))
    assert expires - created == timedelta(days=90)
    assert issue(operator, Kind.handoff, "--expires-in", "0s")["status"] == "expired"


async def test_a_list_tells_everything_but_the_secret(operator: Operator) -> None:
    secret = issue(operator, Kind.build, "--name", "for the pipeline")["key"]
    (listed,) = operator.reads("keys", "list", "--account", "ws-1")
    assert (listed["name"], listed["last_used_at"]) == ("for the pipeline", None)
    shown = operator.does("keys", "list")
    assert listed["id"] in shown
    assert secret not in shown
    assert secret[:-6] not in str(listed)


async def test_a_key_is_revoked(operator: Operator) -> None:
    issued = issue(operator, Kind.build)
    assert issued["id"] in operator.does("keys", "revoke", issued["id"])
    (listed,) = operator.reads("keys", "list")
    assert listed["status"] == "revoked"
    again = operator.reads("keys", "revoke", issued["id"])
    assert again["status"] == "revoked", "revoking twice changes nothing"


async def test_a_successor_has_the_same_scope_and_the_old_key_an_end(operator: Operator) -> None:
    old = issue(operator, Kind.conversations, "--no-transcripts", "--name", "reports")
    new = operator.reads("keys", "rotate", old["id"], "--overlap", "2h")
    assert f"rotate its successor {new['id']}" in operator.is_refused("keys", "rotate", old["id"])
    same = ("family", "account_id", "project_id", "region", "environment", "settings", "name", "expires_at")
    assert {name: new[name] for name in same} == {name: old[name] for name in same}
    assert new["key"] != old["key"]
    listed = {key["id"]: key for key in operator.reads("keys", "list")}
    left = datetime.fromisoformat(listed[old["id"]]["expires_at"]) - datetime.fromisoformat(new["created_at"])
    assert left == timedelta(hours=2)
    assert KEY.search(operator.does("keys", "rotate", new["id"]))


async def test_only_a_working_key_is_rotated(operator: Operator) -> None:
    issued = issue(operator, Kind.build)
    operator.does("keys", "revoke", issued["id"])
    assert "only a working key" in operator.is_refused("keys", "rotate", issued["id"])


@pytest.mark.parametrize("command", ["revoke", "rotate"])
async def test_an_unknown_key_is_named(operator: Operator, command: str) -> None:
    unknown = "00000000-0000-7000-8000-000000000000"
    assert f"There is no key {unknown}." in operator.is_refused("keys", command, unknown)
    assert "UUID" in operator.is_refused("keys", command, "pk_build_x")


async def test_a_connector_gets_a_secret_to_vouch_with_that_is_shown_once(operator: Operator) -> None:
    issued = issue(operator, Kind.messaging, "--vouching")
    assert re.fullmatch("ctx_[0-9a-f]{16}", issued["context_key_id"])
    assert re.fullmatch("[0-9a-f]{64}", issued["context_secret"])
    assert issued["context_secret"] not in str(operator.reads("keys", "list"))
    assert "context" not in issued["settings"]
    assert issued["context_secret"] not in issue(operator, Kind.messaging)
    refused = operator.is_refused("keys", "issue", "build", "--account", "acme", "--vouching")
    assert "only a messaging key has" in refused
