"""Conversations of the past, written as if they had been held, and how many ran at once by counting them one by one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from uuid import UUID, uuid4

from parley.domain.accounts.actions import create_account
from parley.domain.concurrency.model import WINDOW, Range, SeriesQuery
from parley.domain.projects.actions import create_project
from parley.domain.projects.info import ProjectInfo
from parley.kit.ids import uuid7_at
from parley.storage.db import Database
from parley.storage.partitions import ensure_between

MIDNIGHT = datetime(2026, 3, 10, tzinfo=UTC)
MINUTE = timedelta(minutes=1)
HOUR = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class Past:
    started: datetime
    ended: datetime | None
    variant_id: str = ""
    variant_name: str = ""
    language: str = ""
    number: str = ""
    environment: str = "live"
    early: timedelta = timedelta(0)
    """How much older the id is."""
    sealed: bool = True

    def runs_at(self, moment: datetime, now: datetime) -> bool:
        return self.started <= moment < (now if self.ended is None else self.ended)

    def is_meant_by(self, question: SeriesQuery) -> bool:
        pairs = (
            (question.variant_id, self.variant_id),
            (question.variant_name, self.variant_name),
            (question.language, self.language.lower()),
            (question.number, self.number),
            (question.stage.environment, self.environment),
        )
        return all(asked in (None, given) for asked, given in pairs)


def most_at_once(pasts: Sequence[Past], range_: Range, now: datetime) -> list[int]:
    """Looks at every moment at which anything begins or ends."""
    moments = {moment for past in pasts for moment in (past.started, past.ended) if moment is not None}
    peaks = []
    for number in range(range_.windows):
        begin = range_.start + number * WINDOW
        inside = {begin, *(moment for moment in moments if begin <= moment < begin + WINDOW)}
        peaks.append(max(sum(past.runs_at(moment, now) for past in pasts) for moment in inside))
    return peaks


async def make_place(db: Database) -> ProjectInfo:
    async with db.transaction() as tx:
        account = await create_account(tx, f"account-{uuid4().hex}")
        return await create_project(tx, account.id, "project", "us-1")


async def write(db: Database, project: ProjectInfo, pasts: Iterable[Past]) -> list[UUID]:
    pasts = list(pasts)
    rows = [
        (
            uuid7_at(past.started - past.early), f"CONV-{uuid4().int}", project.account_id, project.id,
            past.environment, uuid4(), past.variant_id, past.variant_name, past.language, past.number, past.started,
            past.ended,
            1 if past.sealed and past.ended is not None else None,
        )
        for past in pasts
    ]  # fmt: skip
    async with db.transaction() as tx:
        for past in pasts:
            await ensure_between(tx, past.started - past.early, past.started + HOUR)
        await tx.executemany(
            """
            insert into conversations (id, public_id, account_id, project_id, environment, deployment_id, channel,
                                       variant_id, variant_name, language, to_number, started_at, ended_at,
                                       record_bytes)
            values ($1, $2, $3, $4, $5, $6, 'WEBCHAT', $7, $8, $9, $10, $11, $12, $13)
            """,
            rows,
        )
    return [row[0] for row in rows]
