"""The demo account and project of `parley up`, and keys for every family of endpoints."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import datetime
from pathlib import Path
from typing import Any

import parley
from parley.cli.accounts.keys import (
    Environment,
    Kind,
    console_settings,
    environment_for,
    families_of,
    messaging_settings,
    projects_of,
    secrets_of,
)
from parley.cli.up.demo_telephony import DemoLines
from parley.domain.accounts import actions as accounts
from parley.domain.accounts import store as account_store
from parley.domain.accounts.model import PERMISSIONS, Account, Role, Scope
from parley.domain.accounts.secrets import fingerprint
from parley.domain.deployments import store as deployment_store
from parley.domain.deployments.actions import publish
from parley.domain.messaging.widget import WidgetSettings
from parley.domain.projects import actions as projects
from parley.domain.projects import store as project_store
from parley.domain.projects.files import read_folder
from parley.domain.projects.info import ProjectInfo
from parley.domain.projects.model import ENVIRONMENTS
from parley.domain.recordings.model import SETTING as RECORDING
from parley.domain.recordings.model import RecordingMode
from parley.storage.db import Connection, lock_until_commit

Telephone = Callable[[Connection, ProjectInfo, datetime], Awaitable[DemoLines]]
"""Makes the lines that the demo is called through, and calls."""

KINDS = tuple(kind for kind in Kind if kind is not Kind.desk)
"""A desk is for projects that have people behind it, which the demo has not."""
ACCOUNT = "demo"
PROJECT = "restaurant"
WIDGET = WidgetSettings(name="Demo", header_text="Demo restaurant", colour="#1f6f5c", csat=True, calls=True)
LOCK = 0x64656D6F
"""Instances that start at the same moment on one database make the demo once (an arbitrary number: "demo")."""


async def prepare(
    tx: Connection, region: str, known: dict[str, Any], now: datetime, telephone: Telephone | None = None
) -> dict[str, Any]:
    """Account, project and keys; keys from an earlier start are kept while they work. With a telephone, numbers too."""
    await lock_until_commit(tx, LOCK)  # two that start at once would both find nothing and make the same
    account = await account_store.find_account(tx, ACCOUNT, []) or await accounts.create_account(
        tx, ACCOUNT, "Demo account"
    )
    project = await project_store.find_project(tx, account.id, PROJECT) or await projects.create_project(
        tx, account.id, PROJECT, region, name="Demo restaurant", settings={RECORDING: RecordingMode.ON.value}
    )
    await _deploy(tx, project, now)
    lines = await telephone(tx, project, now) if telephone else None
    connectors = {Kind.outbound: lines.line.id, Kind.messaging: lines.browsers.id} if lines else {}
    kept = known.get("keys") if known.get("account_id") == account.id else None
    kept = kept if isinstance(kept, dict) else {}
    keys = {}
    for kind in KINDS:
        connector_id = connectors.get(kind)
        works = await _works(tx, kind, kept.get(kind.value), connector_id, now)
        keys[kind.value] = kept[kind.value] if works else await _issue(tx, kind, account, project, connector_id, now)
    return {"account_id": account.id, "project_id": project.id, "keys": keys}


async def _deploy(tx: Connection, project: ProjectInfo, now: datetime) -> None:
    """Puts the example agent where nothing is deployed yet; what you pushed yourself stays."""
    folder = example_folder()
    bundle, _problems = read_folder(folder) if folder is not None else (None, [])
    for environment in ENVIRONMENTS:
        if bundle is not None and await deployment_store.find_active(tx, project.id, environment) is None:
            await publish(
                tx, project, bundle, environment, now=now, created_by="parley up", message="The example agent"
            )


def _client_settings(kind: Kind) -> dict[str, Any]:
    """The demo's own page is on this machine, and who started it may do everything in the console."""
    if kind is Kind.console:
        return console_settings(kind, Role.ADMIN)
    if kind is not Kind.messaging:
        return messaging_settings(kind, [], "", "")
    return {**messaging_settings(kind, ["localhost"], "", ""), "widget": WIDGET.to_json()}


def example_folder(name: str = PROJECT) -> Path | None:
    """The example's files: inside the installed package, or beside the source."""
    package = Path(parley.__file__).parent
    return next((f for f in (package / "examples" / name, package.parents[1] / "examples" / name) if f.is_dir()), None)


async def _works(tx: Connection, kind: Kind, secrets: Any, connector_id: str | None, now: datetime) -> bool:
    """Whether what an earlier start wrote down still opens everything that a new key of this kind would."""
    values = [value for name, value in secrets.items() if name != "host"] if isinstance(secrets, dict) else [secrets]
    found = [await account_store.find_key(tx, fingerprint(str(secret))) for secret in values]
    working = [key.family for key in found if key is not None and key.works_at(now)]
    # One from before there were calls of browsers has no connector for them.
    bound = all(connector_id in (None, key.scope.connector_id) for key in found if key is not None)
    return bound and tuple(working) == families_of(kind)


async def _issue(
    tx: Connection, kind: Kind, account: Account, project: ProjectInfo, connector_id: str | None, now: datetime
) -> Any:
    shows_records = kind in (Kind.conversations, Kind.api)
    scope = Scope(
        account_id=account.id,
        region=project.region,
        environment=environment_for(kind, Environment.live if kind is Kind.chat else None),
        connector_id=connector_id,
        settings={"show_transcripts": True, "response_metrics": None} if shows_records else _client_settings(kind),
        **projects_of(kind, [] if kind in (Kind.build, Kind.console) else [project]),
    )
    permissions = PERMISSIONS if kind is Kind.api else ()
    issued = [
        await accounts.issue_key(tx, family, scope, now, name="demo", permissions=permissions)
        for family in families_of(kind)
    ]
    return secrets_of(kind, issued)
