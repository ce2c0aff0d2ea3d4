"""Deleting an agent: at once for everybody who asks, and its conversations step by step."""

from __future__ import annotations

from datetime import datetime, timedelta

from parley.domain.accounts.actions import KEYS_CHANGED
from parley.domain.audit import actions as audit
from parley.domain.audit.model import Kind, Verb
from parley.domain.conversations import removal_store
from parley.domain.deployments.actions import DEPLOYMENTS_CHANGED
from parley.domain.projects.actions import TENANTS_CHANGED
from parley.domain.projects.info import ProjectInfo, ProjectNotFound
from parley.domain.projects.store import delete_project
from parley.storage import queue
from parley.storage.db import Connection, Database
from parley.storage.queue import Job
from parley.storage.signals import notify

FORGET = "conversations.forget_agent"
STEP = 500
"""Conversations in one transaction."""
LEASE_SECONDS = 60.0
AFTER = timedelta(seconds=10)
"""By then every process has heard that the agent is gone, and begins nothing with it."""


async def delete_agent(tx: Connection, project_info: ProjectInfo, now: datetime) -> None:
    """With branches, deployments, numbers, connectors, keys and secrets. Conversations that run are over: what is said
    next in them is refused. The audit log stays."""
    # Before the project: whoever finishes a conversation finds both, or none.
    await removal_store.delete_live_of(tx, project_info.id)
    if not await delete_project(tx, project_info.id):
        raise ProjectNotFound
    account_id, project_id = project_info.account_id, project_info.id
    await audit.record(tx, account_id, Verb.DELETED, Kind.AGENT, project_id, project_id=project_id)
    await queue.defer(tx, FORGET, {"project": project_id}, run_at=now + AFTER)
    for channel in (TENANTS_CHANGED, DEPLOYMENTS_CHANGED, KEYS_CHANGED):
        await notify(tx, channel)


async def forget_agent(db: Database, job: Job) -> None:
    """What no row of the agent takes along."""
    project_id, found = job.args["project"], STEP
    while found == STEP:
        async with db.transaction() as tx:
            await queue.renew_lease(tx, job, LEASE_SECONDS)
            ids = await removal_store.list_of_project(tx, project_id, STEP)
            await removal_store.lock_conversations(tx, ids)
            await removal_store.lock_recordings(tx, ids)
            await removal_store.delete_conversations(tx, ids)
            found = len(ids)
    async with db.transaction() as tx:
        await removal_store.delete_rest_of(tx, project_id)
        await queue.finish(tx, job)
