"""Retention: what a project keeps for so many days and no longer. Running conversations are never touched.

A month in which nobody keeps anything goes as a whole. Everything else goes in small steps, each in its own transaction
and only while the job's lease is ours; what one round does not get done is left to the next.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import product

from parley.domain.conversations import removal_store
from parley.domain.projects import store as projects
from parley.domain.projects.info import ProjectInfo
from parley.domain.projects.model import ENVIRONMENTS
from parley.kit.clock import Clock
from parley.kit.log import logger
from parley.storage import partitions, queue
from parley.storage.db import Connection, Database, DatabaseUnavailable
from parley.storage.partitions import Month, first_id, month_start
from parley.storage.queue import Job

log = logger(__name__)

EXPIRE = "conversations.expire"
SETTING = "retention_days"
STEP = 500
"""Conversations in one transaction: some milliseconds of work."""
ROUND = timedelta(minutes=5)
LEASE_SECONDS = 60.0


@dataclass(frozen=True, slots=True)
class ExpiredRange:
    """The conversations of a project in one environment from before a moment: it no longer keeps them."""

    project_id: str
    environment: str
    kept_since: datetime


def kept_since(project_info: ProjectInfo, now: datetime) -> datetime | None:
    """None: the project keeps its conversations for ever."""
    days = project_info.settings.get(SETTING)
    return now - timedelta(days=days) if days else None


async def expire_conversations(db: Database, clock: Clock, job: Job) -> None:
    """One round. Projects take turns, so that a large one does not keep the others waiting; what is left when the time
    is over goes in the next round."""
    now, enough = clock.now(), clock.monotonic() + ROUND.total_seconds()
    limits = {project_info.id: kept_since(project_info, now) for project_info in await projects.list_projects(db, None)}
    await _drop_months(db, job, now, limits)
    expiring = [(project, since) for project, since in limits.items() if since is not None]
    waiting = deque(ExpiredRange(project, env, since) for (project, since), env in product(expiring, ENVIRONMENTS))
    while waiting and clock.monotonic() < enough:
        expired = waiting.popleft()
        if await _delete_chunk(db, job, expired):
            waiting.append(expired)
    async with db.transaction() as tx:
        for project, since in expiring:
            await removal_store.delete_blocks(tx, project, first_id(since))
        await removal_store.delete_event_ids(tx, now)
        await queue.finish(tx, job)


async def _delete_chunk(db: Database, job: Job, expired: ExpiredRange) -> bool:
    """True when there may be more."""
    before = first_id(expired.kept_since)
    async with db.transaction() as tx:
        await queue.renew_lease(tx, job, LEASE_SECONDS)
        ids = await removal_store.list_expired(
            tx, expired.project_id, expired.environment, before, expired.kept_since, STEP
        )
        await removal_store.lock_conversations(tx, ids)
        await removal_store.lock_recordings(tx, ids)
        await removal_store.forget_metric_values(tx, ids)
        await removal_store.delete_conversations(tx, ids)
    return len(ids) == STEP


async def _drop_months(db: Database, job: Job, now: datetime, limits: Mapping[str, datetime | None]) -> None:
    """Months that were over before the last one began: dropping them costs nothing, however much was in them."""
    async with db.transaction() as tx:
        over = [month for month in await partitions.months(tx) if month.end <= month_start(now, -1)]
        unwanted = [month for month in over if not await _is_kept(tx, month, limits)]
    for month in unwanted:
        try:
            # Before the month goes: what is left when this fails is found again by its month.
            await _delete_unpartitioned(db, job, month)
            async with db.transaction() as tx:
                await queue.renew_lease(tx, job, LEASE_SECONDS)
                await partitions.lock(tx)
                # Once more, under the lock: a conversation may have come to be there since.
                if not await _is_kept(tx, month, limits):
                    await partitions.drop(tx, month)
                    # Under the lock too: until then somebody may have written about one of them.
                    await removal_store.delete_reviews_within(tx, month)
        except DatabaseUnavailable:
            log.info("month_not_dropped", month=f"{month.start:%Y-%m}")  # someone was reading: the next round drops it


async def _is_kept(tx: Connection, month: Month, limits: Mapping[str, datetime | None]) -> bool:
    """Somebody still keeps a conversation of that month, or holds one."""
    # Projects made since the limits were read have none here, and so keep what they have.
    inside = [limits.get(project) for project in await removal_store.list_projects_within(tx, month)]
    return any(since is None or since < month.end for since in inside) or await removal_store.is_live_within(tx, month)


async def _delete_unpartitioned(db: Database, job: Job, month: Month) -> None:
    """What is not partitioned by month."""
    deleted = STEP
    while deleted == STEP:
        async with db.transaction() as tx:
            await queue.renew_lease(tx, job, LEASE_SECONDS)
            deleted = await removal_store.delete_messages_within(tx, month, STEP)
    async with db.transaction() as tx:
        await removal_store.delete_handoffs_within(tx, month)
        await removal_store.delete_told_within(tx, month)
        await removal_store.delete_waiting_within(tx, month)
        await removal_store.delete_calls_within(tx, month)
        await removal_store.forget_metric_values_within(tx, month)
