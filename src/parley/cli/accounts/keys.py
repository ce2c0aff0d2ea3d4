"""`parley keys`: only the operator issues keys. A secret is printed once and never stored."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any
from uuid import UUID

import orjson
import typer

from parley.cli.accounts.projects import AccountOption, metric_names
from parley.cli.operator import (
    AsJson,
    Data,
    console,
    duration,
    encryptor_for,
    moment,
    now,
    run,
    settings_for,
    show,
    show_json,
)
from parley.domain.accounts import actions, store
from parley.domain.accounts.actions import IssuedKey, get_account
from parley.domain.accounts.model import PERMISSIONS, Family, Key, KeyScopeInvalid, Role, Scope
from parley.domain.messaging.hosts import checked_hosts
from parley.domain.messaging.vouching import SETTING, VouchingSecret
from parley.domain.messaging.widget import WidgetInvalid, read_widget
from parley.domain.numbers.model import ConnectorsNotFound
from parley.domain.numbers.store import find_connector
from parley.domain.projects.actions import get_project
from parley.domain.projects.info import ProjectInfo
from parley.storage.db import Connection

app = typer.Typer(help="Keys: issue, list, rotate, revoke.", no_args_is_help=True)


class Kind(StrEnum):
    """What can be requested. `chat` gives the pair that the chat endpoints need: an API key and a connector token;
    `api` gives one key with all permissions that can be given together."""

    chat = "chat"
    conversations = "conversations"
    concurrency = "concurrency"
    outbound = "outbound"
    external_events = "external_events"
    dni = "dni"
    handoff = "handoff"
    build = "build"
    messaging = "messaging"
    desk = "desk"
    console = "console"
    api = "api"


@dataclass(frozen=True, slots=True)
class KeyRequest:
    kind: Kind
    permissions: tuple[Family, ...] = ()
    """Of an api key."""

    @classmethod
    def parse(cls, text: str) -> KeyRequest:
        """One kind, or several permissions with commas between them: they make an api key."""
        names = list(dict.fromkeys(name.strip() for name in text.split(",")))
        if len(names) == 1 and names[0] in Kind.__members__.values():
            kind = Kind(names[0])
            return cls(kind, PERMISSIONS if kind is Kind.api else ())
        if wrong := [name for name in names if name not in PERMISSIONS]:
            known = ", ".join(Kind if len(names) == 1 else PERMISSIONS)
            together = "" if len(names) == 1 else " together"
            raise typer.BadParameter(f"'{wrong[0]}' cannot be issued{together}: choose from {known}.")
        return cls(Kind.api, tuple(map(Family, names)))

    def for_projects(self, count: int) -> KeyRequest:
        """A list of projects takes an api key, with one permission if need be."""
        if count < 2 or self.kind is Kind.api:
            return self
        permission = next((each for each in PERMISSIONS if each.value == self.kind.value), None)
        if permission is None:
            raise KeyScopeInvalid(f"A key for {self.kind} is not for a list of projects: name one at most.")
        return KeyRequest(Kind.api, (permission,))

    @property
    def shows_records(self) -> bool:
        return self.kind is Kind.conversations or Family.CONVERSATIONS in self.permissions


class Environment(StrEnum):
    sandbox = "sandbox"
    pre_release = "pre-release"
    live = "live"


WHAT = (
    f"What the key opens: {', '.join(Kind)}. Several of {', '.join(PERMISSIONS)}, with commas between them, make one "
    "key with these permissions; 'api' is all of them."
)
WidgetFile = typer.Option(exists=True, dir_okay=False, help="Messaging: a JSON file with the settings of the widget.")
KeyId = Annotated[UUID, typer.Argument(help="The key's id, as `parley keys list` shows it.")]


@app.command("issue")
def issue(
    requested: Annotated[KeyRequest, typer.Argument(parser=KeyRequest.parse, metavar="KIND", help=WHAT)],
    account: AccountOption,
    project: Annotated[list[str] | None, typer.Option(help="Slug or id of the project; several for a list.")] = None,
    env: Annotated[
        Environment | None, typer.Option(help="Environment (chat, messaging, desk, outbound, dni; default: live).")
    ] = None,
    variant: Annotated[str | None, typer.Option(help="Bind a chat or messaging key to one variant.")] = None,
    connector: Annotated[str | None, typer.Option(help="Connector of an outbound, dni or messaging key.")] = None,
    host: Annotated[
        list[str] | None, typer.Option(help="Messaging: a site or app that may use the key; several may be named.")
    ] = None,
    agent_name: Annotated[str, typer.Option(help="Messaging: what the agent is called (default: the project).")] = "",
    avatar_url: Annotated[str, typer.Option(help="Messaging: a picture of the agent.")] = "",
    widget: Annotated[Path | None, WidgetFile] = None,
    vouching: Annotated[
        bool, typer.Option("--vouching", help="Messaging: also a secret with which the site vouches for its users.")
    ] = False,
    transcripts: Annotated[bool, typer.Option(help="Conversations, build, console: show what was said.")] = True,
    role: Annotated[Role | None, typer.Option(help="Console: what its holder may do (default: viewer).")] = None,
    metrics: Annotated[str, typer.Option(help="Conversations: metrics to show; names, '*' or 'none'.")] = "*",
    expires_in: Annotated[str | None, typer.Option(help="Lifetime such as 12h or 90d (default: no end).")] = None,
    name: Annotated[str, typer.Option(help="A note for yourself.")] = "",
    data: Data = None,
    as_json: AsJson = False,
) -> None:
    """Issue a key and print it, once.

    Example: parley keys issue chat --account demo --project restaurant --env live
    """
    lifetime = duration(expires_in) if expires_in else None
    vouching_secret = VouchingSecret.new() if vouching else None
    shown = {"show_transcripts": transcripts, "response_metrics": metric_names(metrics)}
    names = list(dict.fromkeys(project or ()))

    async def work(tx: Connection) -> tuple[Kind, list[IssuedKey]]:
        _check_options(requested.kind, variant, connector, vouching)
        client = messaging_settings(requested.kind, host or [], agent_name, avatar_url, widget)
        client |= console_settings(requested.kind, role, transcripts)
        if vouching_secret is not None:
            client |= vouching_secret.settings(encryptor_for(data))
        owner = await get_account(tx, account)
        project_infos = [await get_project(tx, owner.id, each) for each in names]
        wanted = requested.for_projects(len({project_info.id for project_info in project_infos}))
        kind = wanted.kind
        await _check_connector(tx, project_infos[0] if project_infos else None, connector)
        scope = Scope(
            account_id=owner.id,
            region=_region(project_infos) or settings_for(data).region,
            environment=environment_for(kind, env),
            variant=variant,
            connector_id=connector,
            settings=shown if wanted.shows_records else client,
            **projects_of(kind, project_infos),
        )
        more: dict[str, Any] = {"name": name, "lifetime": lifetime, "permissions": wanted.permissions}
        return kind, [await actions.issue_key(tx, family, scope, now(), **more) for family in families_of(kind)]

    _show_issued(*run(data, work), vouching_secret, as_json)


def messaging_settings(
    kind: Kind, hosts: Sequence[str], agent_name: str, avatar_url: str, widget: Path | None = None
) -> dict[str, Any]:
    """A messaging key stands in pages: it is worth nothing without the hosts that it is good for."""
    if kind is not Kind.messaging:
        if hosts or agent_name or avatar_url or widget:
            raise KeyScopeInvalid(
                f"A key for {kind} has no host, agent name, avatar or widget: only a messaging key has."
            )
        return {}
    client = {"hosts": checked_hosts(hosts), "agent_name": agent_name, "avatar_url": avatar_url}
    return client if widget is None else {**client, "widget": read_widget(_json_of(widget)).to_json()}


def console_settings(kind: Kind, role: Role | None, transcripts: bool = True) -> dict[str, Any]:
    """Of keys for people, and for programs that do what people do."""
    hidden = {} if transcripts else {"show_transcripts": False}
    if kind is Kind.console:
        return {"role": (role or Role.VIEWER).value, **hidden}
    if role is not None:
        raise KeyScopeInvalid(f"A key for {kind} has no role: only a console key has.")
    return hidden if kind is Kind.build else {}


def _json_of(path: Path) -> Any:
    try:
        return orjson.loads(path.read_bytes())
    except orjson.JSONDecodeError as error:
        raise WidgetInvalid(f"{path} is not JSON: {error}.") from None


def projects_of(kind: Kind, project_infos: Sequence[ProjectInfo]) -> dict[str, Any]:
    """What a scope says of them: an api key has a list, or else is for all; every other key has at most one."""
    if kind is Kind.api:
        return {"project_ids": frozenset(project_info.id for project_info in project_infos) or None}
    return {"project_id": project_infos[0].id if project_infos else None}


def _region(project_infos: Sequence[ProjectInfo]) -> str | None:
    regions = sorted({project_info.region for project_info in project_infos})
    if len(regions) > 1:
        raise KeyScopeInvalid(f"A key is for one region, and these projects are in {' and '.join(regions)}.")
    return regions[0] if regions else None


def _check_options(kind: Kind, variant: str | None, connector: str | None, vouching: bool) -> None:
    """An option that means nothing for the family is a mistake, and not silently forgotten."""
    if variant is not None and kind not in (Kind.chat, Kind.messaging):
        raise KeyScopeInvalid(f"A key for {kind} has no variant: only a chat or a messaging key can be bound to one.")
    if vouching and kind is not Kind.messaging:
        raise KeyScopeInvalid(f"A key for {kind} has no secret to vouch with: only a messaging key has.")
    if connector is not None and kind not in (Kind.outbound, Kind.dni, Kind.messaging):
        raise KeyScopeInvalid(f"A key for {kind} has no connector: only an outbound, dni or messaging key has one.")


async def _check_connector(tx: Connection, project_info: ProjectInfo | None, connector: str | None) -> None:
    if (
        project_info is not None
        and connector is not None
        and await find_connector(tx, project_info.id, connector) is None
    ):
        raise ConnectorsNotFound(f"There is no connector '{connector}' in this project.")


def families_of(kind: Kind) -> tuple[Family, ...]:
    return (Family.CHAT, Family.CHAT_TOKEN) if kind is Kind.chat else (Family(kind.value),)


def environment_for(kind: Kind, env: Environment | None) -> str | None:
    """Families that act in one environment default to live; the others have none."""
    if kind in (Kind.chat, Kind.outbound, Kind.dni, Kind.messaging, Kind.desk):
        return (env or Environment.live).value
    if env is not None:
        raise KeyScopeInvalid(f"A key for {kind} has no environment.")
    return None


@app.command("list")
def list_(
    account: Annotated[str | None, typer.Option(help="Only of this account.")] = None,
    kind: Annotated[Kind | None, typer.Option(help="Only those that open this family; 'api': only api keys.")] = None,
    data: Data = None,
    as_json: AsJson = False,
) -> None:
    """List keys: what they are bound to and when they were last used. Secrets are not kept and cannot be shown.

    Example: parley keys list --account demo
    """

    async def work(tx: Connection) -> list[Key]:
        owner = await get_account(tx, account) if account else None
        keys = await store.list_keys(tx, owner.id if owner else None, None)
        return [key for key in keys if kind is None or key.opens(*families_of(kind))]

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
    keys = run(data, work)
    show([_row(key) if as_json else {**_row(key), **_in_words(key)} for key in keys], columns, as_json)


@app.command("revoke")
def revoke(key_id: KeyId, data: Data = None, as_json: AsJson = False) -> None:
    """Revoke a key: it stops working everywhere within two seconds.

    Example: parley keys revoke 019b…
    """
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
    """Issue a successor with the same scope; the old key works on for the overlap.

    Example: parley keys rotate 019b… --overlap 24h
    """
    span = duration(overlap)
    issued = run(data, lambda tx: actions.rotate_key(tx, key_id, now(), span))
    if as_json:
        show_json({**_row(issued.key), "key": issued.secret})
    else:
        console.print(f"{issued.key.family}: {issued.secret}", soft_wrap=True)
        console.print(f"The old key works for another {overlap}. The new one is not shown again.")


def secrets_of(kind: Kind, issued: list[IssuedKey]) -> Any:
    """As clients are set up with them: one string, for chat the pair, for messaging the token and a host."""
    if kind is Kind.chat:
        return {"api_key": issued[0].secret, "token": issued[1].secret}
    if kind is Kind.messaging:
        return {"token": issued[0].secret, "host": issued[0].key.scope.settings["hosts"][0]}
    return issued[0].secret


def _show_issued(kind: Kind, issued: list[IssuedKey], vouching: VouchingSecret | None, as_json: bool) -> None:
    if as_json:
        secrets = secrets_of(kind, issued)
        named = secrets if isinstance(secrets, dict) else {"key": secrets}
        ids = {"token_id": str(issued[1].key.id)} if kind is Kind.chat else {}
        vouched = {"context_key_id": vouching.key_id, "context_secret": vouching.secret} if vouching else {}
        show_json({**_row(issued[0].key), "family": kind.value, **ids, **named, **vouched})
        return
    for each in issued:
        console.print(f"{each.key.family}: {each.secret}", soft_wrap=True)
    if vouching is not None:
        console.print(f"context key id: {vouching.key_id}\ncontext secret: {vouching.secret}", soft_wrap=True)
    console.print("Keep it now: it is not shown again.")


def _in_words(key: Key) -> dict[str, str]:
    """The two columns of a list in which an api key has several."""
    if key.family is not Family.API:
        return {}
    return {"family": ",".join(sorted(key.permissions)), "project_id": ",".join(sorted(key.scope.project_ids or ()))}


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
        "settings": {name: each for name, each in key.scope.settings.items() if name != SETTING},
        "created_at": moment(key.created_at),
        "expires_at": moment(key.expires_at),
        "last_used_at": moment(key.last_used_at),
        **(_several(key) if key.family is Family.API else {}),
    }


def _several(key: Key) -> dict[str, Any]:
    projects = key.scope.project_ids
    return {"permissions": sorted(key.permissions), "project_ids": None if projects is None else sorted(projects)}
