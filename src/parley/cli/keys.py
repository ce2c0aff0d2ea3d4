"""`parley keys`: only the operator issues keys. A secret is printed once and never stored."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Any
from uuid import UUID

import typer

from parley.cli.operator import AsJson, Data, console, duration, moment, now, run, settings_for, show, show_json
from parley.cli.projects import AccountOption, metric_names
from parley.domain.accounts import actions, store
from parley.domain.accounts.actions import IssuedKey, get_account
from parley.domain.accounts.model import Family, Key, KeyScopeInvalid, Scope
from parley.domain.numbers.model import ConnectorsNotFound
from parley.domain.numbers.store import find_connector
from parley.domain.projects.actions import get_project
from parley.domain.projects.place import Place
from parley.storage.db import Connection

app = typer.Typer(help="Keys: issue, list, rotate, revoke.", no_args_is_help=True)


class Kind(StrEnum):
    """What can be asked for. `chat` gives the pair that the chat endpoints need: an API key and a connector token."""

    chat = "chat"
    conversations = "conversations"
    concurrency = "concurrency"
    outbound = "outbound"
    external_events = "external_events"
    dni = "dni"
    handoff = "handoff"
    build = "build"


class Environment(StrEnum):
    sandbox = "sandbox"
    pre_release = "pre-release"
    live = "live"


KeyId = Annotated[UUID, typer.Argument(help="The key's id, as `parley keys list` shows it.")]


@app.command("issue")
def issue(
    kind: Annotated[Kind, typer.Argument(help="The family of endpoints that the key opens.")],
    account: AccountOption,
    project: Annotated[str | None, typer.Option(help="Slug or id of the project.")] = None,
    env: Annotated[Environment | None, typer.Option(help="Environment (chat, outbound, dni; default: live).")] = None,
    variant: Annotated[str | None, typer.Option(help="Bind a chat key to one variant.")] = None,
    connector: Annotated[str | None, typer.Option(help="Connector of an outbound or dni key.")] = None,
    transcripts: Annotated[bool, typer.Option(help="Conversations: show transcripts.")] = True,
    metrics: Annotated[str, typer.Option(help="Conversations: metrics to show; names, '*' or 'none'.")] = "*",
    expires_in: Annotated[str | None, typer.Option(help="Lifetime such as 12h or 90d (default: no end).")] = None,
    name: Annotated[str, typer.Option(help="A note for yourself.")] = "",
    data: Data = None,
    as_json: AsJson = False,
) -> None:
    """Issue a key and print it, once."""
    lifetime = duration(expires_in) if expires_in else None
    settings: dict[str, Any] = {}
    if kind is Kind.conversations:
        settings = {"show_transcripts": transcripts, "response_metrics": metric_names(metrics)}

    async def work(tx: Connection) -> list[IssuedKey]:
        _check_options(kind, variant, connector)
        owner = await get_account(tx, account)
        place = await get_project(tx, owner.id, project) if project else None
        await _check_connector(tx, place, connector)
        scope = Scope(
            account_id=owner.id,
            project_id=place.id if place else None,
            region=place.region if place else settings_for(data).region,
            environment=environment_for(kind, env),
            variant=variant,
            connector_id=connector,
            settings=settings,
        )
        families = families_of(kind)
        return [await actions.issue_key(tx, family, scope, now(), name=name, lifetime=lifetime) for family in families]

    _show_issued(kind, run(data, work), as_json)


def _check_options(kind: Kind, variant: str | None, connector: str | None) -> None:
    """An option that means nothing for the family is a mistake, and not silently forgotten."""
    if variant is not None and kind is not Kind.chat:
        raise KeyScopeInvalid(f"A key for {kind} has no variant: only a chat key can be bound to one.")
    if connector is not None and kind not in (Kind.outbound, Kind.dni):
        raise KeyScopeInvalid(f"A key for {kind} has no connector: only an outbound or a dni key has one.")


async def _check_connector(tx: Connection, place: Place | None, connector: str | None) -> None:
    if place is not None and connector is not None and await find_connector(tx, place.id, connector) is None:
        raise ConnectorsNotFound(f"There is no connector '{connector}' in this project.")


def families_of(kind: Kind) -> tuple[Family, ...]:
    return (Family.CHAT, Family.CHAT_TOKEN) if kind is Kind.chat else (Family(kind.value),)


def environment_for(kind: Kind, env: Environment | None) -> str | None:
    """Families that act in one environment default to live; the others have none."""
    if kind in (Kind.chat, Kind.outbound, Kind.dni):
        return (env or Environment.live).value
    if env is not None:
        raise KeyScopeInvalid(f"A key for {kind} has no environment.")
    return None


@app.command("list")
def list_(
    account: Annotated[str | None, typer.Option(help="Only of this account.")] = None,
    kind: Annotated[Kind | None, typer.Option(help="Only of this family.")] = None,
    data: Data = None,
    as_json: AsJson = False,
) -> None:
    """List keys: what they are bound to and when they were last used. Secrets are not kept and cannot be shown."""

    async def work(tx: Connection) -> list[Key]:
        owner = await get_account(tx, account) if account else None
        keys = await store.list_keys(tx, owner.id if owner else None, None)
        return [key for key in keys if kind is None or key.family in families_of(kind)]

    columns = (
        "id",
        "family",
        "hint",
        "status",
        "account_id",
        "project_id",
        "environment",
        "expires_at",
        "last_used_at",
    )
    show([_row(key) for key in run(data, work)], columns, as_json)


@app.command("revoke")
def revoke(key_id: KeyId, data: Data = None, as_json: AsJson = False) -> None:
    """Revoke a key: it stops working everywhere within two seconds."""
    key = run(data, lambda tx: actions.revoke_key(tx, key_id, now()))
    if as_json:
        show_json(_row(key))
    else:
        console.print(f"Revoked {key.id} ({key.family}, {key.hint}).")


@app.command("rotate")
def rotate(
    key_id: KeyId,
    overlap: Annotated[str, typer.Option(help="How long the old key goes on working.")] = "24h",
    data: Data = None,
    as_json: AsJson = False,
) -> None:
    """Issue a successor with the same scope; the old key works on for the overlap."""
    span = duration(overlap)
    issued = run(data, lambda tx: actions.rotate_key(tx, key_id, now(), span))
    if as_json:
        show_json({**_row(issued.key), "key": issued.secret})
    else:
        console.print(f"{issued.key.family}: {issued.secret}", soft_wrap=True)
        console.print(f"The old key works for another {overlap}. The new one is not shown again.")


def secrets_of(kind: Kind, issued: list[IssuedKey]) -> Any:
    """The secrets in the form that clients are set up with: one string, or for chat the pair."""
    if kind is Kind.chat:
        return {"api_key": issued[0].secret, "token": issued[1].secret}
    return issued[0].secret


def _show_issued(kind: Kind, issued: list[IssuedKey], as_json: bool) -> None:
    if as_json:
        secrets = secrets_of(kind, issued)
        named = secrets if isinstance(secrets, dict) else {"key": secrets}
        ids = {"token_id": str(issued[1].key.id)} if kind is Kind.chat else {}
        show_json({**_row(issued[0].key), "family": kind.value, **ids, **named})
        return
    for each in issued:
        console.print(f"{each.key.family}: {each.secret}", soft_wrap=True)
    console.print("Keep it now: it is not shown again.")


def _row(key: Key) -> dict[str, Any]:
    return {
        "id": str(key.id),
        "family": key.family.value,
        "hint": key.hint,
        "name": key.name,
        "status": key.status_at(now()),
        "account_id": key.scope.account_id,
        "project_id": key.scope.project_id,
        "region": key.scope.region,
        "environment": key.scope.environment,
        "variant": key.scope.variant,
        "connector_id": key.scope.connector_id,
        "settings": dict(key.scope.settings),
        "created_at": moment(key.created_at),
        "expires_at": moment(key.expires_at),
        "last_used_at": moment(key.last_used_at),
    }
