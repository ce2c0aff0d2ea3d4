"""Every SQL statement about saved views."""

from __future__ import annotations

from uuid import UUID

from parley.domain.views.model import View
from parley.storage.db import Connection, Database

COLUMNS = "id, account_id, owner_id, name, query, is_shared, created_at"


async def list_views(db: Database, account_id: str, owner_id: UUID) -> list[View]:
    """What the account shares and what is the owner's own, by name."""
    rows = await db.fetch(
        f"""
        select {COLUMNS} from conversation_views where account_id = $1 and (is_shared or owner_id = $2)
        order by lower(name), id
        """,
        account_id, owner_id,
    )  # fmt: skip
    return [View(*row) for row in rows]


async def lock_view(tx: Connection, account_id: str, view_id: UUID) -> View | None:
    row = await tx.fetchrow(
        f"select {COLUMNS} from conversation_views where id = $1 and account_id = $2 for update", view_id, account_id
    )
    return View(*row) if row else None


async def count_beside(tx: Connection, view: View) -> int:
    """Others that are shared like it, or of the same owner."""
    count: int = await tx.fetchval(
        """
        select count(*) from conversation_views
        where account_id = $1 and is_shared = $3 and (is_shared or owner_id = $2) and id <> $4
        """,
        view.account_id, view.owner_id, view.is_shared, view.id,
    )  # fmt: skip
    return count


async def put_view(tx: Connection, view: View) -> bool:
    """Whether it was written: not if there is another of that name."""
    taken = await tx.fetchval(
        """
        select exists (
            select from conversation_views
            where account_id = $1 and is_shared = $3 and (is_shared or owner_id = $2) and name = $4 and id <> $5
        )
        """,
        view.account_id, view.owner_id, view.is_shared, view.name, view.id,
    )  # fmt: skip
    if taken:
        return False
    await tx.execute(
        f"""
        insert into conversation_views ({COLUMNS}) values ($1, $2, $3, $4, $5, $6, $7)
        on conflict (id) do update
            set name = excluded.name, query = excluded.query, is_shared = excluded.is_shared,
                owner_id = excluded.owner_id
        """,
        view.id, view.account_id, view.owner_id, view.name, view.query, view.is_shared, view.created_at,
    )  # fmt: skip
    return True


async def delete_view(tx: Connection, view_id: UUID) -> None:
    await tx.execute("delete from conversation_views where id = $1", view_id)
