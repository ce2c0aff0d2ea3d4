"""Every SQL statement about whose a dead letter is. What a job is about, its arguments say."""

from __future__ import annotations

from uuid import UUID

from parley.domain.operations.model import DeadLetter
from parley.storage.db import Connection, Database, Row

LETTERS = """
    select j.id, j.kind, j.attempts, j.failed_at, coalesce(j.last_error, '') as error, coalesce(
        (select p.account_id from projects as p where p.id = j.args->>'project'),
        (select p.account_id from conversations as c join projects as p on p.id = c.project_id
         where c.id = (j.args->>'conversation')::uuid),
        (select p.account_id from messages as m join projects as p on p.id = m.project_id
         where m.id = (j.args->>'message')::uuid),
        (select r.account_id from test_runs as r where r.id = (j.args->>'run')::uuid),
        (select t.account_id from text_threads as t where t.id = (j.args->>'thread')::uuid)
    ) as owner, not j.args ?| array['project', 'conversation', 'message', 'run', 'thread'] as is_nobodys
    from jobs as j where j.failed_at is not null
"""


async def list_letters(db: Database | Connection, account_id: str, limit: int) -> list[DeadLetter]:
    """Of the account and of the installation itself, the latest first."""
    rows = await db.fetch(
        f"""
        select * from ({LETTERS}) as letters where owner = $1 or is_nobodys order by failed_at desc, id limit $2
        """,
        account_id, limit,
    )  # fmt: skip
    return [_letter(row, account_id) for row in rows]


async def lock_letter(tx: Connection, account_id: str, job_id: UUID) -> bool:
    """Whether it is a dead letter of the account; if so, nobody else does anything with it now."""
    await tx.execute("select from jobs where id = $1 and failed_at is not null for update", job_id)
    found: bool | None = await tx.fetchval(
        f"select true from ({LETTERS}) as letters where id = $1 and owner = $2",
        job_id, account_id,
    )  # fmt: skip
    return bool(found)


def _letter(row: Row, account_id: str) -> DeadLetter:
    return DeadLetter(
        row["id"], row["kind"], row["attempts"], row["failed_at"], row["error"], row["owner"] == account_id
    )
