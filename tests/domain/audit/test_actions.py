"""Whom a transaction is for."""

from __future__ import annotations

import pytest

from parley.domain.accounts.actions import create_account
from parley.domain.audit import store
from parley.domain.audit.actions import act_as, record
from parley.domain.audit.model import OPERATOR, Actor, ActorKind, Kind, Verb, Wanted
from parley.kit.ids import uuid7
from parley.storage.db import Database

pytestmark = pytest.mark.io


async def test_a_transaction_is_for_whom_it_says_and_the_next_one_for_nobody(db: Database) -> None:
    async with db.transaction() as tx:
        account_id = (await create_account(tx, "a")).id
    key = Actor(ActorKind.KEY, uuid7(), "Ada", "admin")
    for actors in ((OPERATOR,), (Actor(address="192.0.2.1"), key), ()):
        async with db.transaction() as tx:
            for actor in actors:
                await act_as(tx, actor)
            await record(tx, account_id, Verb.SET, Kind.SECRET, "TOKEN", fields=["b", "a"])
    system, person, operator = await store.list_page(db, account_id, Wanted(kind=Kind.SECRET), None, 10)
    assert system.actor == Actor(ActorKind.SYSTEM, name="")
    assert person.actor == Actor(ActorKind.KEY, key.key_id, "Ada", "admin", "192.0.2.1")
    assert operator.actor == Actor(ActorKind.OPERATOR, name="")
    assert operator.fields == ("a", "b")
