"""What the owner of an account does with its rules. Each runs in the caller's transaction."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from parley.domain.accounts.store import lock_account
from parley.domain.alerts import store
from parley.domain.alerts.model import (
    ID_PREFIX,
    ID_WIDTH,
    MOST_RULES,
    AlertRuleNotFound,
    Rule,
    TooManyAlertRules,
    apply_changes,
)
from parley.domain.audit import actions as audit
from parley.domain.audit.model import Kind, Verb
from parley.kit.ids import BASE62, base62
from parley.storage.db import Connection


async def create_rule(tx: Connection, account_id: str, fields: Mapping[str, Any], now: datetime) -> Rule:
    await lock_account(tx, account_id)  # the limit holds also when two are created at the same moment
    if await store.count_rules(tx, account_id) >= MOST_RULES:
        raise TooManyAlertRules
    token = base62(secrets.randbelow(len(BASE62) ** ID_WIDTH), ID_WIDTH)
    rule = Rule(id=f"{ID_PREFIX}{token}", account_id=account_id, created_at=now, updated_at=now, **fields)
    await store.insert_rule(tx, rule)
    await audit.record(tx, account_id, Verb.CREATED, Kind.ALERT_RULE, rule.id)
    return rule


async def change_rule(tx: Connection, account_id: str, rule_id: str, changes: Mapping[str, Any], now: datetime) -> Rule:
    rule = await store.lock_rule(tx, account_id, rule_id)
    if rule is None:
        raise AlertRuleNotFound
    new = apply_changes(rule, changes, now)
    if new is not rule:
        await store.update_rule(tx, new)
        changed = [name for name, value in changes.items() if getattr(rule, name) != value]
        await audit.record(tx, account_id, Verb.CHANGED, Kind.ALERT_RULE, rule_id, fields=changed)
    return new


async def remove_rule(tx: Connection, account_id: str, rule_id: str) -> None:
    """Nothing is told about an open incident: whoever deletes its rule knows."""
    if not await store.delete_rule(tx, account_id, rule_id):
        raise AlertRuleNotFound
    await audit.record(tx, account_id, Verb.DELETED, Kind.ALERT_RULE, rule_id)
