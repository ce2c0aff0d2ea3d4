"""`parley conversations list`: the filters of the API, by their names."""

from __future__ import annotations

import pytest

from parley.domain.conversations.model import Ending, public_id
from parley.storage.db import Database
from tests.cli.conftest import Operator
from tests.domain.records.rows import Rows, new_project

pytestmark = pytest.mark.io


async def test_conversations_are_listed_by_filters(operator: Operator, db: Database) -> None:
    rows = Rows(db, await new_project(db))
    handed = await rows.add(ending=Ending("handoff", handoff=True, handoff_reason="angry"))
    plain = await rows.add(said=[("", "Hello!"), ("my parcel is lost", "Oh dear.")])
    command = ["conversations", "list", "--account", rows.project.account_id, "--project", rows.project.slug]

    def ids(*where: str) -> list[str]:
        return [each["id"] for each in operator.reads(*command, *(part for one in where for part in ("--where", one)))]

    assert ids() == [public_id(plain), public_id(handed)]
    assert ids("handoff=true", "environment=live") == [public_id(handed)]
    assert ids("q=parcel") == [public_id(plain)]
    assert ids("channel=WEBCHAT", "channel=SMS", "minTurns=2") == [public_id(plain), public_id(handed)]
    assert ids("minTurns=3") == []
    assert public_id(plain) in operator.does(*command, "--limit", "1")
    assert "no filter" in operator.is_refused(*command, "--where", "nothing=1")
    assert "no filter" in operator.is_refused(*command, "--where", "handoff")
    assert "neither true nor false" in operator.is_refused(*command, "--where", "handoff=perhaps")
