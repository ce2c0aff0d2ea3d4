"""Writing down what a transaction changes, in that transaction."""

from __future__ import annotations

from collections.abc import Iterable

from parley.domain.audit import store
from parley.domain.audit.model import Actor, Kind, Verb
from parley.kit.ids import uuid7
from parley.storage.db import Connection


async def act_as(tx: Connection, actor: Actor) -> None:
    """Whom everything is done for in this transaction from now on. The doors say so once, and the actions need not be
    told."""
    await store.set_actor(tx, actor)


async def record(
    tx: Connection,
    account_id: str,
    verb: Verb,
    kind: Kind,
    subject: object,
    *,
    project_id: str | None = None,
    fields: Iterable[str] = (),
) -> None:
    """`fields`: the names of what is different since. Values are never kept: some of them are secrets."""
    await store.insert_entry(tx, uuid7(), account_id, verb, kind, str(subject), project_id, sorted(fields))
