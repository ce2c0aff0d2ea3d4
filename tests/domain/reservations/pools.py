"""A pool of numbers, those who reserve them and the calls that come, at moments that a test chooses."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

from parley.domain.accounts.actions import create_account
from parley.domain.calls import store as calls
from parley.domain.calls.model import Call, Direction, Status
from parley.domain.numbers import store as numbers
from parley.domain.numbers.model import PhoneNumber
from parley.domain.projects.actions import create_project
from parley.domain.projects.info import ProjectInfo
from parley.domain.reservations import actions
from parley.domain.reservations.model import NoRouteAvailable, Pool, Reservation
from parley.kit.ids import random_hex, uuid7
from parley.storage.db import Connection, Database

START = datetime(2026, 11, 17, 12, 0, tzinfo=UTC)
WINDOW = timedelta(minutes=15)


def minute(number: float) -> datetime:
    return START + timedelta(minutes=number)


def number(index: int) -> str:
    return f"+1415555{index:04}"


async def make_place(db: Database) -> ProjectInfo:
    async with db.transaction() as tx:
        name = random_hex(8)
        return await create_project(tx, (await create_account(tx, name)).id, name, "us-1")


@dataclass(frozen=True, slots=True)
class Numbers:
    """The numbers of one agent, live."""

    db: Database
    project: ProjectInfo

    @classmethod
    async def with_pool(cls, db: Database, size: int) -> Numbers:
        made = cls(db, await make_place(db))
        for index in range(size):
            await made.add(number(index))
        return made

    @property
    def pool(self) -> Pool:
        return Pool(self.project.id, "live")

    async def add(self, text: str, environment: str = "live", *, is_dynamic: bool = True, **fields: Any) -> None:
        added = PhoneNumber(
            text, self.project.account_id, self.project.id, environment, is_dynamic=is_dynamic, **fields
        )
        async with self.db.transaction() as tx:
            assert await numbers.insert_number(tx, added, START)

    async def reserve(
        self, at: float = 0, attributes: Mapping[str, Any] | None = None, pool: Pool | None = None
    ) -> Reservation | None:
        """None: no number is free."""
        async with self.db.transaction() as tx:
            try:
                return await actions.reserve(tx, pool or self.pool, attributes or {}, WINDOW, minute(at))
            except NoRouteAvailable:
                return None

    async def reserved(self, at: float = 0, attributes: Mapping[str, Any] | None = None) -> str:
        """The number; one must be free."""
        found = await self.reserve(at, attributes)
        assert found is not None
        return found.number

    async def dial(self, text: str, at: float) -> Reservation | None:
        """What the call brings along; a call that leads nowhere leaves nothing."""
        async with self.db.transaction() as tx:
            call = await self.ring(tx, text, at)
            found = await actions.use(tx, text, call, minute(at))
            if found is None:
                await tx.execute("delete from calls where id = $1", call)
            return found

    async def ring(self, tx: Connection, text: str, at: float) -> UUID:
        call = Call(
            id=uuid7(),
            direction=Direction.INBOUND,
            account_id=self.project.account_id,
            project_id=self.project.id,
            connector_id=None,
            environment="live",
            to_number=text,
            status=Status.CALLING,
            created_at=minute(at),
        )
        await calls.insert_call(tx, call)
        return call.id

    async def end(self, call: UUID | None, at: float, *, release: bool = False) -> None:
        assert call is not None
        async with self.db.transaction() as tx:
            await calls.set_success(tx, call, minute(at))
            if release:
                await actions.release(tx, call)

    async def kept(self) -> dict[str, Any]:
        """The attributes that the database still holds, by number."""
        rows = await self.db.fetch("select number, attributes from dni_reservations where attributes <> '{}'")
        return {row["number"]: row["attributes"] for row in rows}
