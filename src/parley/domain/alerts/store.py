"""Every SQL statement about alert rules. What they measure is in `activity_store`."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from parley.domain.alerts.model import HISTORY_KEPT, Judgement, Metric, Operator, Rule, State, Window
from parley.storage.db import Connection, Database, Row


async def count_rules(tx: Connection, account_id: str) -> int:
    count: int = await tx.fetchval("select count(*) from alert_rules where account_id = $1", account_id)
    return count


async def insert_rule(tx: Connection, rule: Rule) -> None:
    r = rule
    await tx.execute(
        """
        insert into alert_rules (id, account_id, project_id, name, metric, operator, threshold_value, window_duration,
                                 enabled, created_at, updated_at)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
        """,
        r.id, r.account_id, r.project_id, r.name, r.metric, r.operator, r.threshold_value, r.window_duration, r.enabled,
        r.created_at, r.updated_at,
    )  # fmt: skip


async def find_rule(db: Database | Connection, account_id: str, rule_id: str) -> Rule | None:
    row = await db.fetchrow("select * from alert_rules where id = $1 and account_id = $2", rule_id, account_id)
    return _rule(row) if row else None


async def lock_rule(tx: Connection, account_id: str, rule_id: str) -> Rule | None:
    row = await tx.fetchrow(
        "select * from alert_rules where id = $1 and account_id = $2 for update", rule_id, account_id
    )
    return _rule(row) if row else None


async def list_rules(
    db: Database | Connection,
    account_id: str | None,
    *,
    project_id: str | None = None,
    metric: str | None = None,
    enabled: bool | None = None,
    state: str | None = None,
) -> list[Rule]:
    """In the order in which they were made. None: whichever."""
    rows = await db.fetch(
        """
        select * from alert_rules
        where ($1::text is null or account_id = $1) and ($2::text is null or project_id = $2)
            and ($3::text is null or metric = $3) and ($4::boolean is null or enabled = $4)
            and ($5::text is null or state = $5)
        order by created_at, id
        """,
        account_id, project_id, metric, enabled, state,
    )  # fmt: skip
    return [_rule(row) for row in rows]


async def update_rule(tx: Connection, rule: Rule) -> None:
    r = rule
    await tx.execute(
        """
        update alert_rules set project_id = $2, name = $3, metric = $4, operator = $5, threshold_value = $6,
                               window_duration = $7, enabled = $8, current_value = $9, updated_at = $10,
                               revision = $11
        where id = $1
        """,
        r.id, r.project_id, r.name, r.metric, r.operator, r.threshold_value, r.window_duration, r.enabled,
        r.current_value, r.updated_at, r.revision,
    )  # fmt: skip


async def delete_rule(tx: Connection, account_id: str, rule_id: str) -> bool:
    deleted: bool | None = await tx.fetchval(
        "delete from alert_rules where id = $1 and account_id = $2 returning true", rule_id, account_id
    )
    return bool(deleted)


async def write_judgements(tx: Connection, judgements: Sequence[Judgement]) -> set[str]:
    """The ids of the rules that are written: those that are still as they were when they were judged. A rule that
    somebody is just changing, or judging, is passed over without waiting. A state that is new goes into its history,
    where what is older than `HISTORY_KEPT` gives way."""
    rows = await tx.fetch(
        """
        with given as (
            select * from unnest($1::text[], $2::bigint[], $3::text[], $4::boolean[], $5::timestamptz[], $6::bigint[],
                                 $7::timestamptz[])
            as g (id, revision, state, firing, since, value, at)
        ), unchanged as (
            select r.id from alert_rules r join given g on r.id = g.id and r.revision = g.revision
            for update of r skip locked
        ), written as (
            update alert_rules r set state = g.state, firing = g.firing, since = g.since, current_value = g.value,
                                     last_evaluated_at = g.at, revision = r.revision + 1
            from given g where r.id = g.id and r.id in (select id from unchanged)
            returning r.id, g.state, g.value, g.at, g.since = g.at as is_new
        ), entered as (
            insert into alert_rule_states (rule_id, at, state, value)
            select id, at, state, value from written where is_new
            on conflict (rule_id, at) do update set state = excluded.state, value = excluded.value
        ), forgotten as (
            delete from alert_rule_states as past using written
            where past.rule_id = written.id and written.is_new and past.at < written.at - $8::interval
        )
        select id from written
        """,
        [j.rule.id for j in judgements], [j.rule.revision for j in judgements], [j.state for j in judgements],
        [j.firing for j in judgements], [j.since for j in judgements], [j.value for j in judgements],
        [j.at for j in judgements], HISTORY_KEPT,
    )  # fmt: skip
    return {row["id"] for row in rows}


async def list_states(db: Database | Connection, rule_id: str, before: datetime | None, limit: int) -> list[Row]:
    """The states that a rule has been in, newest first, from the one before that moment on."""
    return await db.fetch(
        """
        select at, state, value,
            (select min(at) from alert_rule_states as later where rule_id = $1 and later.at > past.at) as until
        from alert_rule_states as past
        where rule_id = $1 and ($2::timestamptz is null or at < $2)
        order by at desc limit $3
        """,
        rule_id, before, limit,
    )  # fmt: skip


def _rule(row: Row) -> Rule:
    return Rule(
        id=row["id"],
        account_id=row["account_id"],
        project_id=row["project_id"],
        name=row["name"],
        metric=Metric(row["metric"]),
        operator=Operator(row["operator"]),
        threshold_value=row["threshold_value"],
        window_duration=Window(row["window_duration"]),
        enabled=row["enabled"],
        created_at=row["created_at"],
        updated_at=row["updated_at"],
        state=State(row["state"]),
        firing=row["firing"],
        since=row["since"],
        last_evaluated_at=row["last_evaluated_at"],
        current_value=row["current_value"],
        revision=row["revision"],
    )
