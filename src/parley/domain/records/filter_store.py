"""Filters as SQL: one place, so that every way of finding records means the same by them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Any
from uuid import UUID

from parley.domain.conversations.latencies import BUCKETS, TIMINGS, Part, bucket_of, lower_edge_ms
from parley.domain.conversations.model import EARLY
from parley.domain.records.marks import WHOLE, Trait, latency_name, mark, trait
from parley.domain.records.model import ANY, Filters, Traits
from parley.kit.ids import EPOCH
from parley.storage.db import Database, Row
from parley.storage.partitions import first_id

FAILED = """(
    coalesce(c.end_reason in ('crash', 'error'), false)
    or exists (select from turns as t where t.conversation_id = c.id and t.function_errors + t.api_errors > 0)
    or exists (select from finishes as f where f.conversation_id = c.id and f.function_errors + f.api_errors > 0)
)"""
CALLED = """(
    exists (
        select from turns as t
        where t.conversation_id = c.id and t.trace -> 'functions' -> 0 is not null and t.trace @> {0}::jsonb
    )
    or exists (select from finishes as f where f.conversation_id = c.id and f.trace @> {0}::jsonb)
)"""
MILLISECOND = timedelta(milliseconds=1)
"""Ids know a moment by its millisecond: whatever started within that of the end has to be looked at."""


def id_bounds(filters: Filters) -> tuple[UUID | None, UUID | None]:
    """No conversation that is meant has an id before the first of these, or from the second on."""
    start, end = filters.start, filters.end
    # A conversation can have its id for a while before it starts, so the ids of a time begin earlier than the time.
    return (
        None if start is None else first_id(max(start, EPOCH + EARLY) - EARLY),
        None if end is None else first_id(max(end, EPOCH) + MILLISECOND),
    )


NEAREST = """exists (
    select from turns as t where t.conversation_id = c.id and t.intents ->> 0 = {}
)"""
TAGGED = """exists (
    select from conversation_tags as g
    where g.project_id = c.project_id and g.tag = {} and g.conversation_id = c.id
)"""
RATED = """exists (
    select from conversation_ratings as g
    where g.project_id = c.project_id and g.is_up = {} and g.conversation_id = c.id
)"""
NOTED = """exists (
    select from conversation_notes as g where g.project_id = c.project_id and g.conversation_id = c.id
)"""


class Conditions:
    """The conditions of one statement on `conversations as c`, and the arguments that they take, in order. `args` that
    are given already come first: a statement may have more than one set of conditions."""

    def __init__(self, filters: Filters, args: list[Any] | None = None) -> None:
        self.args: list[Any] = [] if args is None else args
        self._parts: list[str] = []
        self.add("c.project_id = {}", filters.project_id)
        self.add("c.environment = {}", filters.environment)
        # Times are given twice. Partitions and indexes are by id; `started_at` decides at the edges.
        first, end = id_bounds(filters)
        if first is not None:
            self.add("c.id >= {}", first)
            self.add("c.started_at >= {}", filters.start)
        if end is not None:
            self.add("c.id < {}", end)
            self.add("c.started_at < {}", filters.end)
        if len(filters.channels) == 1:
            # An equality lets the index by channel give its rows in the order of ids; `any` would need a sort.
            self.add("c.channel = {}", filters.channels[0])
        elif filters.channels:
            self.add("c.channel = any({})", list(filters.channels))
        if filters.variant_id is not None:
            self.add("c.variant_id = {}", filters.variant_id)
        if filters.variant_name is not None:
            self.add("c.variant_name = {}", filters.variant_name)
        if filters.in_progress is True:
            # Whatever has not ended has no snapshot either. Saying so makes the index of those without one usable.
            self._parts.append("c.ended_at is null and c.record_bytes is null")
        elif filters.in_progress is False:
            self._parts.append("c.ended_at is not null")
        if filters.traits != ANY:
            self._add_traits(filters, filters.traits)

    def _add_traits(self, filters: Filters, traits: Traits) -> None:
        for condition, value in (
            ("c.id = any({})", None if traits.among is None else list(traits.among)),
            ("c.deployment_id = {}", traits.deployment_id),
            ("c.ab_test_id = {}", traits.ab_test_id),
            ("c.handoff_reason = {}", traits.handoff_reason),
            ("c.ended_at >= c.started_at + {} * interval '1 second'", traits.min_seconds),
            ("c.ended_at <= c.started_at + {} * interval '1 second'", traits.max_seconds),
            ("c.num_turns >= {}", traits.min_turns),
            ("c.num_turns <= {} and c.record_bytes is not null", traits.max_turns),
            ("c.num_silences >= {}", traits.min_silences),
            ("c.num_ood >= {}", traits.min_misunderstood),
        ):
            if value is not None:
                self.add(condition, value)
        if traits.handoff_reason and traits.handoff is None:
            # Only what was handed over has a reason, and there is an index of those.
            self._parts.append("c.handoff")
        if traits.handoff is not None:
            # Written out, as the index of those that were handed over has it.
            self._parts.append("c.handoff" if traits.handoff else "not c.handoff")
        if traits.min_misunderstood:
            self._parts.append("c.num_ood > 0")
        if traits.metric is not None:
            name = self.arg(traits.metric)
            self._add_trait(filters, Trait.METRIC, traits.metric, f"c.metrics ? {name}")
            if traits.metric_value is not None:
                # One that was written more than once is a list.
                value_arg = self.arg(traits.metric_value)
                self._parts.append(f"c.metrics -> {name} @> to_jsonb({value_arg}::text)")
        if traits.failed is not None:
            self._add_trait(filters, Trait.FAILED, "", FAILED, negated=not traits.failed)
        if traits.function is not None:
            self._add_called(filters, traits.function)
        if traits.topic is not None:
            nearest = NEAREST.format(self.arg(traits.topic))
            self._add_trait(filters, Trait.TOPIC, traits.topic, nearest)
        if traits.min_latency_ms is not None:
            self._add_latency(filters, traits.min_latency_ms, traits.latency_part)
        for tag in traits.tags:
            self.add(TAGGED, tag)
        if traits.rated_up is not None:
            self.add(RATED, traits.rated_up)
        if traits.has_notes is not None:
            self._parts.append(NOTED if traits.has_notes else f"not {NOTED}")

    def _add_called(self, filters: Filters, name: str) -> None:
        number = mark(filters.project_id, filters.environment, name)
        traced = self.arg({"functions": [{"name": name}]})
        # The few conversations that have no marks yet are looked at.
        self._parts.append(f"(c.marks @> '{{{number}}}'::bigint[] or (c.marks is null and {CALLED.format(traced)}))")

    def _add_latency(self, filters: Filters, ms: int, part: Part | None) -> None:
        first = bucket_of(ms)
        names = (latency_name(part or WHOLE, bucket) for bucket in range(first, BUCKETS))
        numbers = [trait(filters.project_id, filters.environment, Trait.LATENCY, name) for name in names]
        known = f"c.traits && '{{{','.join(map(str, numbers))}}}'::bigint[]"
        took = "t.latency_ms" if part is None else f"(t.trace -> 'timings' ->> '{TIMINGS[part]}')::float8"
        least = self.arg(lower_edge_ms(first))
        slow = f"exists (select from turns as t where t.conversation_id = c.id and {took} > 0 and {took} >= {least})"
        self._parts.append(f"({known} or (c.traits is null and {slow}))")

    def _add_trait(self, filters: Filters, kind: Trait, name: str, looked_at: str, negated: bool = False) -> None:
        """`looked_at`: the same of the few conversations that have no traits yet."""
        known = f"c.traits @> '{{{trait(filters.project_id, filters.environment, kind, name)}}}'::bigint[]"
        if negated:
            self._parts.append(f"not case when c.traits is null then {looked_at} else {known} end")
        else:
            self._parts.append(f"({known} or (c.traits is null and {looked_at}))")

    def add(self, condition: str, value: Any) -> None:
        """Adds a condition with one argument, which `{}` stands for."""
        self._parts.append(condition.format(self.arg(value)))

    def arg(self, value: Any) -> str:
        """The parameter, such as `$3`, of one more argument."""
        self.args.append(value)
        return f"${len(self.args)}"

    def __str__(self) -> str:
        return " and ".join(self._parts)


async def count_all(db: Database, filters: Filters) -> int:
    """How many conversations are meant: without traits, from an index alone."""
    where = Conditions(filters)
    query = f"select count(*) from conversations as c where {where}"
    [row] = await fetch_filtered(db, filters, query, *where.args)
    count: int = row["count"]
    return count


async def count_up_to(db: Database, filters: Filters, most: int, *, after: UUID | None = None) -> int:
    """How many conversations are meant, of those that are newer than `after`; counted no further than to `most`."""
    where = Conditions(filters)
    if after is not None:
        where.add("c.id > {}", after)
    [row] = await fetch_filtered(
        db,
        filters,
        f"select count(*) from (select from conversations as c where {where} limit {where.arg(most)}) as counted",
        *where.args,
    )
    count: int = row["count"]
    return count


async def fetch_filtered(db: Database, filters: Filters, query: str, *args: Any) -> list[Row]:
    """How rare a trait is depends on its value; without any, one plan serves all."""
    if filters.traits == ANY:
        return await db.fetch(query, *args)
    return await db.fetch_planned(query, *args)


async def find_sizes(db: Database, filters: Filters, ids: Sequence[UUID]) -> dict[UUID, int | None]:
    """The sizes of the snapshots of those among these that are meant; None for one without a snapshot."""
    where = Conditions(filters)
    given = where.arg(ids)
    # Each id is looked up by itself: `offset 0` keeps the planner from making a join of it that reads the whole time.
    rows = await db.fetch(
        f"""
        select given.id, c.record_bytes
        from unnest({given}::uuid[]) as given (id)
            cross join lateral (
                select c.record_bytes from conversations as c where c.id = given.id and {where} offset 0
            ) as c
        """,
        *where.args,
    )
    return {row["id"]: row["record_bytes"] for row in rows}
