"""Evaluating every rule: measure, judge, write, publish.

Any number of processes may do this at the same time, and any of them may stop at any moment, for a while or for ever.
A judgement is written together with the event that follows from it, and only if the rule is still as it was when it was
judged; so each change of state happens once, and is told once.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import datetime

from parley.domain.alerts import measurement, store
from parley.domain.alerts.activity import read_metrics
from parley.domain.alerts.measurement import Activities
from parley.domain.alerts.model import Gap, Judgement, Reading, Rule, judge, webhook_payload
from parley.domain.webhooks.actions import publish_event
from parley.kit.clock import Clock
from parley.kit.log import logger
from parley.storage.db import Database, DatabaseUnavailable

log = logger(__name__)

EVALUATE_RULES = "alerts.evaluate"
ACCOUNTS_AT_ONCE = 500
"""In one statement: few statements, without the activity of all accounts in memory at once."""

Rules = Mapping[str, Sequence[Rule]]
"""By account."""


async def evaluate_rules(db: Database, clock: Clock, environments: Sequence[str]) -> list[Judgement]:
    """Every enabled rule of every account; the judgements that were written down.

    The moment is taken after the rules were read: whoever is stopped in between judges by what has happened since.
    """
    rules = _group_by_account(await store.list_rules(db, None, enabled=True))
    now = clock.now()
    if not rules:
        await measurement.delete_rollups(db, now)
        return []
    first = now - max(rule.window_duration.span for same in rules.values() for rule in same)
    is_rolled_up = await measurement.roll_up_minutes(db, first, now)
    written: list[Judgement] = []
    names = list(rules)
    for begin in range(0, len(names), ACCOUNTS_AT_ONCE):
        some = {name: rules[name] for name in names[begin : begin + ACCOUNTS_AT_ONCE]}
        # Without roll-ups nothing was measured: every rule becomes `unknown`, and none is told to be well.
        found = await measurement.read_activity(db, list(some), environments, first, now) if is_rolled_up else {}
        # In a thread: percentiles over the turns of an hour take their time.
        written += await _write(db, await asyncio.to_thread(_judge_rules, some, found, now))
    return written


def _group_by_account(rules: Sequence[Rule]) -> Rules:
    found: defaultdict[str, list[Rule]] = defaultdict(list)
    for rule in rules:
        found[rule.account_id].append(rule)
    return found


def _judge_rules(rules: Rules, activities: Activities, now: datetime) -> list[Judgement]:
    judged = []
    for account, same in rules.items():
        found: Mapping[str, Reading] = {}
        if account in activities:
            found = read_metrics(same, activities[account], now)
        judged += [judge(rule, found.get(rule.id, Gap.NOT_MEASURED), now) for rule in same]
    return judged


async def _write(db: Database, judgements: Sequence[Judgement]) -> list[Judgement]:
    """What needs no telling all at once, the rest account by account. One account's failure is its own: it is raised
    when all others are through."""
    async with db.transaction() as tx:
        written = await store.write_judgements(tx, [each for each in judgements if each.event is None])
    loud: defaultdict[str, list[Judgement]] = defaultdict(list)
    for each in judgements:
        if each.event is not None:
            loud[each.rule.account_id].append(each)
    failure: DatabaseUnavailable | None = None
    for account, some in loud.items():
        try:
            written |= await _publish(db, account, some)
        except DatabaseUnavailable as error:
            log.warning("alerts_not_told", account=account)
            failure = error
    if failure is not None:
        raise failure
    return [each for each in judgements if each.rule.id in written]


async def _publish(db: Database, account_id: str, judgements: Sequence[Judgement]) -> set[str]:
    async with db.transaction() as tx:
        written = await store.write_judgements(tx, judgements)
        for each in judgements:
            if each.event is not None and each.rule.id in written:
                await publish_event(tx, account_id, each.event, webhook_payload(each), each.at)
    return written
