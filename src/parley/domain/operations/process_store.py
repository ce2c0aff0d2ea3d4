"""Every SQL statement about processes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict
from uuid import UUID

from parley.domain.operations.model import Process, WarmAgent
from parley.storage.db import Connection, Database


async def upsert_process(connection: Connection, process: Process) -> None:
    """Those that have been silent for ten minutes are forgotten on the way."""
    await connection.execute(
        """
        with gone as (delete from processes where seen_at < now() - interval '10 minutes' and id <> $1)
        insert into processes (id, role, node, pid, version, started_at, seen_at, cpu, memory_bytes, agents)
        values ($1, $2, $3, $4, $5, $6, now(), $7, $8, $9)
        on conflict (id) do update set seen_at = now(), cpu = excluded.cpu, memory_bytes = excluded.memory_bytes,
            agents = excluded.agents
        """,
        process.id, process.role, process.node, process.pid, process.version, process.started_at, process.cpu,
        process.memory_bytes, [asdict(agent) for agent in process.agents],
    )  # fmt: skip


async def list_processes(db: Database | Connection) -> list[Process]:
    rows = await db.fetch("select * from processes order by node, role, started_at, id")
    return [Process(**{**dict(row), "agents": [_agent(each) for each in row["agents"]]}) for row in rows]


async def find_agents(db: Database | Connection, account_id: str, deployment_ids: Iterable[UUID]) -> dict[UUID, str]:
    """The agents that deployments of the account belong to."""
    rows = await db.fetch(
        "select id, project_id from deployments where account_id = $1 and id = any($2)",
        account_id, list(deployment_ids),
    )  # fmt: skip
    return {row["id"]: row["project_id"] for row in rows}


def _agent(said: dict[str, int | str]) -> WarmAgent:
    counts = {name: int(value) for name, value in said.items() if name != "deployment_id"}
    return WarmAgent(deployment_id=UUID(str(said["deployment_id"])), **counts)
