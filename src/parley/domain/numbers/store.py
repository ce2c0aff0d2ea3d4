"""Every SQL statement about connectors and phone numbers."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from parley.domain.numbers.model import Connector, PhoneNumber
from parley.storage.db import Connection, Database, Row


async def insert_connector(tx: Connection, connector: Connector, at: datetime) -> None:
    await tx.execute(
        """
        insert into connectors (id, account_id, project_id, name, environment, variant_id, outbound, settings, secret,
                                created_at, updated_at, asr_lang_code, voice_name, disable_handoff)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10, $11, $12, $13)
        """,
        connector.id, connector.account_id, connector.project_id, connector.name, connector.environment,
        connector.variant_id, connector.outbound, dict(connector.settings), connector.secret, at,
        connector.asr_lang_code, connector.voice_name, connector.disable_handoff,
    )  # fmt: skip


async def find_connector(db: Database | Connection, project_id: str, connector_id: str) -> Connector | None:
    row = await db.fetchrow("select * from connectors where id = $1 and project_id = $2", connector_id, project_id)
    return _connector(row) if row else None


async def find_connector_by_id(db: Database | Connection, connector_id: str) -> Connector | None:
    """Whoever it belongs to."""
    row = await db.fetchrow("select * from connectors where id = $1", connector_id)
    return _connector(row) if row else None


async def lock_connector(tx: Connection, connector_id: str) -> Connector | None:
    """Nobody else changes it, or counts its calls, until the transaction ends. Rows that name it can still be added."""
    row = await tx.fetchrow("select * from connectors where id = $1 for no key update", connector_id)
    return _connector(row) if row else None


async def update_connector(tx: Connection, connector: Connector, at: datetime) -> None:
    await tx.execute(
        """
        update connectors set name = $2, environment = $3, variant_id = $4, outbound = $5, settings = $6, secret = $7,
                              updated_at = $8, project_id = $9, asr_lang_code = $10, voice_name = $11,
                              disable_handoff = $12
        where id = $1
        """,
        connector.id, connector.name, connector.environment, connector.variant_id, connector.outbound,
        dict(connector.settings), connector.secret, at, connector.project_id, connector.asr_lang_code,
        connector.voice_name, connector.disable_handoff,
    )  # fmt: skip


async def list_connectors(db: Database | Connection, project_id: str) -> list[Connector]:
    rows = await db.fetch("select * from connectors where project_id = $1 order by created_at, id", project_id)
    return [_connector(row) for row in rows]


async def list_connectors_by_source(db: Database | Connection, source: str) -> list[Connector]:
    """Connectors whose trunk may call from this IP address."""
    rows = await db.fetch(
        """
        select * from connectors
        where exists (
            select from jsonb_array_elements_text(settings->'networks') as network
            where $1::text::inet <<= network::inet
        ) or (
            settings->>'register_over' <> '' and exists (
                select from registrations where connector_id = connectors.id and $1 = any(addresses)
            )
        )
        order by created_at, id
        """,
        source,
    )  # fmt: skip
    return [_connector(row) for row in rows]


async def list_networks(db: Database | Connection) -> list[tuple[str, str]]:
    """Every connector that calls may come through, with each network of its trunk."""
    rows = await db.fetch(
        """
        select id, jsonb_array_elements_text(settings->'networks') as network from connectors
        union all
        select id, unnest(addresses) from registrations join connectors on connectors.id = connector_id
        where settings->>'register_over' <> ''
        """
    )
    return [(row["id"], row["network"]) for row in rows]


async def delete_connector(tx: Connection, connector_id: str) -> None:
    await tx.execute("delete from connectors where id = $1", connector_id)


async def insert_number(tx: Connection, number: PhoneNumber, at: datetime) -> bool:
    """False when it is assigned already, to whomever."""
    added: bool | None = await tx.fetchval(
        """
        insert into phone_numbers (number, account_id, project_id, environment, variant_id, connector_id, is_dynamic,
                                   created_at, updated_at)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $8) on conflict (number) do nothing returning true
        """,
        number.number, number.account_id, number.project_id, number.environment, number.variant_id,
        number.connector_id, number.is_dynamic, at,
    )  # fmt: skip
    return bool(added)


async def update_number(tx: Connection, number: PhoneNumber, at: datetime) -> bool:
    """A number of the account goes to another agent, environment, variant, connector, into a pool or out of it."""
    changed: bool | None = await tx.fetchval(
        """
        update phone_numbers set project_id = $3, environment = $4, variant_id = $5, connector_id = $6,
            is_dynamic = $7, updated_at = $8
        where number = $1 and account_id = $2 returning true
        """,
        number.number, number.account_id, number.project_id, number.environment, number.variant_id,
        number.connector_id, number.is_dynamic, at,
    )  # fmt: skip
    return bool(changed)


async def find_number(db: Database | Connection, account_id: str, number: str) -> PhoneNumber | None:
    row = await db.fetchrow("select * from phone_numbers where number = $1 and account_id = $2", number, account_id)
    return _number(row) if row else None


async def find_numbers(db: Database | Connection, project_id: str, numbers: Sequence[str]) -> dict[str, PhoneNumber]:
    """Those of them that lead to the agent."""
    rows = await db.fetch(
        "select * from phone_numbers where project_id = $1 and number = any($2)", project_id, list(numbers)
    )
    return {row["number"]: _number(row) for row in rows}


async def find_connectors(
    db: Database | Connection, project_id: str, connector_ids: Sequence[str]
) -> dict[str, Connector]:
    """Those of them that the agent has."""
    rows = await db.fetch(
        "select * from connectors where project_id = $1 and id = any($2)", project_id, list(connector_ids)
    )
    return {row["id"]: _connector(row) for row in rows}


async def move_numbers(tx: Connection, connector_id: str, project_id: str, at: datetime) -> None:
    """The numbers of a connector lead to another agent, which has variants of its own."""
    await tx.execute(
        "update phone_numbers set project_id = $2, variant_id = '', updated_at = $3 where connector_id = $1",
        connector_id, project_id, at,
    )  # fmt: skip


async def find_route(db: Database | Connection, number: str) -> PhoneNumber | None:
    """Where a call to this number goes, whoever it belongs to. A dynamic one leads there only while it is reserved."""
    row = await db.fetchrow("select * from phone_numbers where number = $1", number)
    return _number(row) if row else None


async def list_numbers(db: Database | Connection, project_id: str, connector_id: str | None) -> list[PhoneNumber]:
    rows = await db.fetch(
        """
        select * from phone_numbers where project_id = $1 and ($2::text is null or connector_id = $2) order by number
        """,
        project_id, connector_id,
    )  # fmt: skip
    return [_number(row) for row in rows]


async def delete_number(tx: Connection, project_id: str, number: str) -> bool:
    gone: bool | None = await tx.fetchval(
        "delete from phone_numbers where number = $1 and project_id = $2 returning true", number, project_id
    )
    return bool(gone)


async def delete_numbers(tx: Connection, project_id: str, numbers: Sequence[str]) -> set[str]:
    """Those that led to the agent, and lead nowhere now."""
    rows = await tx.fetch(
        "delete from phone_numbers where project_id = $1 and number = any($2) returning number",
        project_id, list(numbers),
    )  # fmt: skip
    return {row["number"] for row in rows}


async def delete_connector_numbers(tx: Connection, connector_id: str) -> list[str]:
    rows = await tx.fetch("delete from phone_numbers where connector_id = $1 returning number", connector_id)
    return sorted(row["number"] for row in rows)


def _connector(row: Row) -> Connector:
    return Connector(**{name: row[name] for name in Connector.__dataclass_fields__})


def _number(row: Row) -> PhoneNumber:
    return PhoneNumber(**{name: row[name] for name in PhoneNumber.__dataclass_fields__})
