"""What happens to a number of a pool: it is lent to a caller, used by a call, and free again."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from parley.domain.reservations import store
from parley.domain.reservations.model import NoRouteAvailable, Pool, Reservation
from parley.storage.db import Connection


async def reserve(
    tx: Connection, pool: Pool, attributes: Mapping[str, Any], window: timedelta, now: datetime
) -> Reservation:
    """Lends a free number of the pool to one caller, who brings the attributes along when the number is dialled."""
    while (found := await store.lock_free_number(tx, pool, now)) is not None:
        number, variant_id = found
        reservation = Reservation(
            number=number,
            project_id=pool.project_id,
            environment=pool.environment,
            variant_id=pool.variant_id or variant_id,
            attributes=attributes,
            reserved_at=now,
            expires_at=now + window,
        )
        if await store.reserve(tx, reservation):
            return reservation
        # Somebody else got the number between the two statements: on to the next.
    raise NoRouteAvailable


async def use(tx: Connection, number: str, call_id: UUID, now: datetime) -> Reservation | None:
    """The call of whom the number was reserved for has come; the number is its own until it ends. None when the number
    leads nowhere: nobody has reserved it any more, or another call was first."""
    return await store.use(tx, number, call_id, now)


async def release(tx: Connection, call_id: UUID) -> None:
    """The call needs its number no longer. One that has ended does not even if nobody says so."""
    await store.release(tx, call_id)
