"""Every SQL statement about branches. Their files are read and written packed, and only where they are wanted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from parley.domain.branches.model import Branch, Draft, Merge
from parley.storage.db import Connection, Database, Row

COLUMNS = """branches.id, branches.code, branches.account_id, branches.project_id, branches.name, branches.parent_id,
    coalesce((select parents.code from branches as parents where parents.id = branches.parent_id), 'main')
        as parent_code,
    branches.parent_sequence, branches.sequence, branches.tag, branches.created_by, branches.created_at,
    branches.updated_at, branches.archived_at"""


def _branch(row: Row) -> Branch:
    return Branch(**{name: row[name] for name in Branch.__dataclass_fields__})


async def insert_branch(tx: Connection, branch: Branch, files: bytes, record_ids: Mapping[str, Any]) -> bool:
    """False: there is one with this name already. It begins with its base."""
    inserted = await tx.fetchval(
        """
        insert into branches (id, code, account_id, project_id, name, parent_id, parent_sequence, sequence, created_by,
                              created_at, updated_at, files, base, record_ids)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10, $11, $11, $12)
        on conflict do nothing returning true
        """,
        branch.id, branch.code, branch.account_id, branch.project_id, branch.name, branch.parent_id,
        branch.parent_sequence, branch.sequence, branch.created_by, branch.created_at, files,
        dict(record_ids),
    )  # fmt: skip
    return bool(inserted)


async def count_branches(db: Database | Connection, account_id: str) -> dict[str, int]:
    """By project; those in the archive and main are not counted."""
    rows = await db.fetch(
        """
        select project_id, count(*) as branches from branches where account_id = $1 and archived_at is null
        group by project_id
        """,
        account_id,
    )
    return {row["project_id"]: row["branches"] for row in rows}


async def count_in_project(tx: Connection, project_id: str) -> int:
    counted: int = await tx.fetchval(
        "select count(*) from branches where project_id = $1 and archived_at is null", project_id
    )
    return counted


async def list_branches(db: Database | Connection, project_id: str, *, archived: bool) -> list[Branch]:
    """The newest first; of the archive, those that came there last."""
    rows = await db.fetch(
        f"""
        select {COLUMNS} from branches where project_id = $1 and (archived_at is not null) = $2
        order by archived_at desc, id desc limit 1000
        """,
        project_id, archived,
    )  # fmt: skip
    return [_branch(row) for row in rows]


async def find_branch(db: Database | Connection, project_id: str, reference: str) -> Branch | None:
    """By its code, or by its id. Those in the archive are found too."""
    row = await db.fetchrow(
        f"select {COLUMNS} from branches where project_id = $1 and (code = $2 or id::text = $2)", project_id, reference
    )
    return _branch(row) if row else None


async def read_files(db: Database | Connection, branch_id: UUID) -> Draft | None:
    """The sequence, and the files that it has then."""
    row = await db.fetchrow("select sequence, files, record_ids from branches where id = $1", branch_id)
    return Draft(**dict(row)) if row else None


async def read_base(db: Database | Connection, branch_id: UUID) -> tuple[Draft, bytes] | None:
    """With the base."""
    row = await db.fetchrow("select sequence, files, record_ids, base from branches where id = $1", branch_id)
    return (Draft(row["sequence"], row["files"], row["record_ids"]), row["base"]) if row else None


async def lock_branch(tx: Connection, branch_id: UUID) -> int | None:
    """Its sequence, which nobody else changes until this transaction ends. None: it is gone, or in the archive."""
    sequence: int | None = await tx.fetchval(
        "select sequence from branches where id = $1 and archived_at is null for no key update", branch_id
    )
    return sequence


async def set_files(tx: Connection, branch_id: UUID, expected_sequence: int, draft: Draft, now: datetime) -> bool:
    """False: somebody else was there since that sequence, or it is in the archive."""
    changed = await tx.fetchval(
        """
        update branches set files = $3, sequence = $4, updated_at = $5, record_ids = $6
        where id = $1 and sequence = $2 and archived_at is null returning true
        """,
        branch_id, expected_sequence, draft.files, draft.sequence, now, dict(draft.record_ids),
    )  # fmt: skip
    return bool(changed)


async def set_base(tx: Connection, branch_id: UUID, base: bytes, parent_sequence: int) -> None:
    await tx.execute(
        "update branches set base = $2, parent_sequence = $3 where id = $1", branch_id, base, parent_sequence
    )


async def set_name(tx: Connection, branch_id: UUID, name: str, now: datetime) -> None:
    await tx.execute("update branches set name = $2, updated_at = $3 where id = $1", branch_id, name, now)


async def set_tag(tx: Connection, branch_id: UUID, tag: str | None, now: datetime) -> None:
    await tx.execute("update branches set tag = $2, updated_at = $3 where id = $1", branch_id, tag, now)


async def set_archived(tx: Connection, branch_id: UUID, expected_sequence: int, now: datetime) -> int | None:
    """The sequence that it ends with; None: somebody else was there since."""
    sequence: int | None = await tx.fetchval(
        """
        update branches set archived_at = $3, updated_at = $3, sequence = sequence + 1
        where id = $1 and sequence = $2 and archived_at is null returning sequence
        """,
        branch_id, expected_sequence, now,
    )  # fmt: skip
    return sequence


async def set_restored(tx: Connection, branch_id: UUID, now: datetime) -> None:
    await tx.execute("update branches set archived_at = null, updated_at = $2 where id = $1", branch_id, now)


async def is_name_taken(tx: Connection, project_id: str, name: str, but: UUID | None = None) -> bool:
    """By another branch than this; what is in the archive takes no name."""
    taken: bool = await tx.fetchval(
        """
        select exists (select from branches where project_id = $1 and lower(name) = lower($2) and archived_at is null
                       and id is distinct from $3)
        """,
        project_id, name, but,
    )  # fmt: skip
    return taken


async def has_branches(tx: Connection, branch_id: UUID) -> bool:
    found: bool = await tx.fetchval(
        "select exists (select from branches where parent_id = $1 and archived_at is null)", branch_id
    )
    return found


async def delete_archived(tx: Connection, until: datetime, most: int) -> Sequence[Row]:
    """Those that came to the archive before `until`; at most so many in one transaction."""
    return await tx.fetch(
        """
        delete from branches where id in (
            select id from branches where archived_at < $1 order by archived_at limit $2 for update skip locked
        ) returning account_id, project_id, code
        """,
        until, most,
    )  # fmt: skip


async def insert_merge(
    tx: Connection, merge_id: UUID, project_id: str, target_id: UUID | None, merge: Merge, deployment_id: UUID | None
) -> None:
    """`target_id`: what it was merged into; None: main."""
    await tx.execute(
        """
        insert into branch_merges (id, project_id, target_id, branch_name, merged_by, merged_at, deployment_id)
        values ($1, $2, $3, $4, $5, $6, $7)
        """,
        merge_id, project_id, target_id, merge.branch_name, merge.merged_by, merge.merged_at, deployment_id,
    )  # fmt: skip


async def list_merges(db: Database | Connection, project_id: str, target_id: UUID | None, most: int) -> list[Merge]:
    """Into a branch, or into main; the newest first."""
    rows = await db.fetch(
        """
        select branch_name, merged_by, merged_at from branch_merges
        where project_id = $1 and target_id is not distinct from $2 order by id desc limit $3
        """,
        project_id, target_id, most,
    )  # fmt: skip
    return [Merge(**row) for row in rows]
