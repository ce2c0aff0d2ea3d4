"""`parley seed-records`: into a project that exists, as often as one likes."""

from __future__ import annotations

from typing import Any

import pytest

from parley.storage.db import Database
from tests.cli.conftest import Operator

pytestmark = pytest.mark.io


@pytest.fixture(autouse=True)
def without_embeddings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARLEY_EMBEDDINGS", "none")


@pytest.fixture
def project(operator: Operator) -> dict[str, Any]:
    operator.does("accounts", "create", "acme")
    made: dict[str, Any] = operator.reads("projects", "create", "agent", "--account", "acme")
    return made


async def test_records_are_written_and_counted(operator: Operator, project: dict[str, Any], db: Database) -> None:
    target = ("--account", "acme", "--project", "agent")
    assert operator.reads("seed-records", "30", *target, "--turns", "3", "--days", "10") == {
        "records": 30,
        "turns": 90,
    }
    assert "20 records" in operator.does("seed-records", "20", *target, "--environment", "sandbox", "--days", "10")
    [row] = await db.fetch(
        """
        select array_agg(distinct project_id) as projects, count(*) filter (where environment = 'live') as live,
               count(*) filter (where environment = 'sandbox') as sandbox, count(record_bytes) as snapshots
        from conversations
        """
    )
    assert dict(row) == {"projects": [project["id"]], "live": 30, "sandbox": 20, "snapshots": 50}
    peaks = await db.fetch("select environment, sum(peak) from concurrency_hours, unnest(peaks) as peak group by 1")
    assert {peak["environment"] for peak in peaks} == {"live", "sandbox"}


async def test_a_project_that_does_not_exist_is_refused(operator: Operator, project: dict[str, Any]) -> None:
    assert "There is no project 'other'" in operator.is_refused(
        "seed-records", "5", "--account", "acme", "--project", "other"
    )
    assert "There is no account 'demo'" in operator.is_refused("seed-records", "5")


@pytest.mark.parametrize("option", [("0",), ("5", "--turns", "0"), ("5", "--turns", "201"), ("5", "--days", "0")])
async def test_what_makes_no_sense_is_refused(operator: Operator, option: tuple[str, ...]) -> None:
    assert "Invalid value" in operator.is_refused("seed-records", *option)
