"""`parley audit`: who changed what in an account."""

from __future__ import annotations

from typing import Annotated

import typer

from parley.cli.accounts.projects import AccountOption
from parley.cli.operator import AsJson, Data, run, show, when
from parley.domain.accounts.actions import get_account
from parley.domain.audit import store
from parley.domain.audit.model import Entry, Kind, Wanted
from parley.storage.db import Connection

COLUMNS = ("at", "actor", "change", "subject", "agentId", "fields", "address")


def audit_command(
    account: AccountOption,
    actor: Annotated[str | None, typer.Option(help="Only by this key (its id), 'operator' or 'system'.")] = None,
    kind: Annotated[Kind | None, typer.Option(help="Only of this kind.")] = None,
    subject: Annotated[str | None, typer.Option("--id", help="Only of what has this id.")] = None,
    since: Annotated[str | None, typer.Option(help="From then on: ISO 8601, or a time ago (12h).")] = None,
    until: Annotated[str | None, typer.Option(help="Before then: ISO 8601, or a time ago (12h).")] = None,
    limit: Annotated[int, typer.Option(min=1, max=10_000, help="How many, the newest first.")] = 50,
    data: Data = None,
    as_json: AsJson = False,
) -> None:
    """Show who changed what in an account, newest first.

    Example: parley audit --account demo --kind key --since 7d
    """
    wanted = Wanted(actor, kind, subject, when(since) if since else None, when(until) if until else None)

    async def work(tx: Connection) -> list[Entry]:
        return await store.list_page(tx, (await get_account(tx, account)).id, wanted, None, limit)

    entries = run(data, work)
    if as_json:
        show([entry.to_json() for entry in entries], (), as_json)
    else:
        show([_row(entry) for entry in entries], COLUMNS, as_json)


def _row(entry: Entry) -> dict[str, object]:
    shown, actor = entry.to_json(), entry.actor
    return {
        **shown,
        "actor": " ".join(filter(None, [actor.kind, actor.name, actor.role])),
        "change": f"{entry.kind} {entry.verb}",
        "fields": ", ".join(entry.fields),
        "address": actor.address,
    }
