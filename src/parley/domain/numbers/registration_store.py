"""Every SQL statement about registrations of connectors at their providers."""

from __future__ import annotations

from collections.abc import Iterable

from parley.domain.numbers.model import Connector, RegistrationInfo
from parley.storage.db import Connection, Database


async def lease_registrations(db: Database, identity: int, seconds: float) -> list[Connector]:
    """Takes, and goes on with, what no other process registers: the connectors."""
    rows = await db.fetch(
        """
        with leased as (
            insert into registrations (connector_id, held_by, leased_until)
            select id, $1, now() + make_interval(secs => $2)
            from connectors
            where settings->>'register_over' <> '' and settings->>'host' <> '' and settings->>'user' <> ''
            -- One that is being deleted is waited for, and then left out.
            for key share
            on conflict (connector_id) do update
                set held_by = excluded.held_by, leased_until = excluded.leased_until
                where registrations.held_by = $1 or registrations.leased_until < now()
            returning connector_id
        )
        select connectors.* from connectors join leased on leased.connector_id = connectors.id
        order by connectors.created_at, connectors.id
        """,
        identity, seconds,
    )  # fmt: skip
    return [Connector(**{name: row[name] for name in Connector.__dataclass_fields__}) for row in rows]


async def write_state(
    tx: Connection, connector_id: str, identity: int, state: str, reason: str, addresses: Iterable[str]
) -> None:
    """What became of it, by who has its lease. `addresses`: where the provider's registrar is."""
    await tx.execute(
        """
        update registrations set state = $3, reason = $4, addresses = $5, changed_at = now()
        where connector_id = $1 and held_by = $2
        """,
        connector_id, identity, state, reason, list(addresses),
    )  # fmt: skip


async def release_registrations(tx: Connection, identity: int) -> None:
    await tx.execute(
        """
        update registrations set leased_until = now() - interval '1 second', state = 'registering', reason = ''
        where held_by = $1
        """,
        identity,
    )  # fmt: skip


async def list_registrations(db: Database | Connection, project_id: str) -> dict[str, RegistrationInfo]:
    """By connector. One whose process is gone is not registered, whatever it was."""
    rows = await db.fetch(
        """
        select connector_id, reason, case when leased_until < now() then 'unattended' else state end as state
        from registrations join connectors on connectors.id = connector_id
        where project_id = $1 and settings->>'register_over' <> ''
        """,
        project_id,
    )  # fmt: skip
    return {row["connector_id"]: RegistrationInfo(row["state"], row["reason"]) for row in rows}
