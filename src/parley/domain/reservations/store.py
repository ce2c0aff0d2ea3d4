"""Every SQL statement about reservations.

A number is busy until its window ends, or once a call used it, until that call has ended. The window of a used number
closes at that moment. Rows stay, without attributes: they tell which number has been free for the longest time.
"""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from parley.domain.reservations.model import Pool, Reservation
from parley.storage.db import Connection, Row


async def lock_free_number(tx: Connection, pool: Pool, now: datetime) -> tuple[str, str] | None:
    """The one that has been free for the longest time and its variant, kept from others until the transaction ends."""
    # Numbers that somebody is just reserving are passed over: nobody waits, and each gets another.
    # The one that was free for longest: a number that somebody noted down leads to nobody else for as long as possible.
    row = await tx.fetchrow(
        """
        select p.number, p.variant_id from phone_numbers as p
            left join dni_reservations as r on r.number = p.number
            left join calls as c on c.id = r.call_id
        where p.is_dynamic and p.project_id = $1 and p.environment = $2
            and ($3::text is null or p.variant_id in ('', $3)) and ($4::text is null or p.connector_id = $4)
            and (r.number is null or c.ended_at is not null or (r.call_id is null and r.expires_at <= $5))
        order by greatest(r.expires_at, c.ended_at) nulls first, p.number
        limit 1 for no key update of p skip locked
        """,
        pool.project_id, pool.environment, pool.variant_id, pool.connector_id, now,
    )  # fmt: skip
    return (row["number"], row["variant_id"]) if row else None


async def reserve(tx: Connection, reservation: Reservation) -> bool:
    """False when the number is busy after all: its lock says nothing about what was written before it was taken."""
    reserved: bool | None = await tx.fetchval(
        """
        insert into dni_reservations as r (number, project_id, environment, variant_id, attributes, reserved_at,
                                           expires_at)
        values ($1, $2, $3, $4, $5, $6, $7)
        on conflict (number) do update set
            project_id = excluded.project_id, environment = excluded.environment, variant_id = excluded.variant_id,
            attributes = excluded.attributes, reserved_at = excluded.reserved_at, expires_at = excluded.expires_at,
            call_id = null
        where (r.call_id is null and r.expires_at <= excluded.reserved_at)
            or exists (select from calls as c where c.id = r.call_id and c.ended_at is not null)
        returning true
        """,
        reservation.number, reservation.project_id, reservation.environment, reservation.variant_id,
        dict(reservation.attributes), reservation.reserved_at, reservation.expires_at,
    )  # fmt: skip
    return bool(reserved)


async def use(tx: Connection, number: str, call_id: UUID, now: datetime) -> Reservation | None:
    """Hands the attributes over to the call. None when there is no reservation to use, or the number leads to another
    agent since."""
    # The window of a used number is over: who dials it a second time is not the one it was lent to.
    row = await tx.fetchrow(
        """
        with held as (
            select r.* from dni_reservations as r join phone_numbers as p on p.number = r.number
            where r.number = $1 and r.call_id is null and r.expires_at > $3
                and p.is_dynamic and p.project_id = r.project_id and p.environment = r.environment
            for update of r
        )
        update dni_reservations as r set call_id = $2, expires_at = $3, attributes = '{}'
        from held where r.number = held.number
        returning r.call_id, held.number, held.project_id, held.environment, held.variant_id, held.attributes,
            held.reserved_at, held.expires_at
        """,
        number, call_id, now,
    )  # fmt: skip
    return _reservation(row) if row else None


async def release(tx: Connection, call_id: UUID) -> None:
    await tx.execute(
        """
        update dni_reservations as r set call_id = null, expires_at = greatest(r.expires_at, c.ended_at)
        from calls as c where r.call_id = $1 and c.id = $1
        """,
        call_id,
    )


async def forget_attributes(tx: Connection, expired_by: datetime, limit: int) -> int:
    """Of reservations that nobody used. How many there were; one that is just being written waits for the next time."""
    forgotten: int = await tx.fetchval(
        """
        with expired as (
            select number from dni_reservations where expires_at <= $1 and attributes <> '{}'
            limit $2 for update skip locked
        ), forgotten as (
            update dni_reservations as r set attributes = '{}' from expired where r.number = expired.number returning 1
        )
        select count(*) from forgotten
        """,
        expired_by, limit,
    )  # fmt: skip
    return forgotten


def _reservation(row: Row) -> Reservation:
    return Reservation(**{name: row[name] for name in Reservation.__dataclass_fields__})
