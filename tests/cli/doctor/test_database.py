"""What is made of what a database server says of itself."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from parley.cli.doctor import database
from parley.cli.doctor.finding import Level
from parley.storage.server_store import ServerFacts

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
GOOD = ServerFacts(180001, "on", "on", "on", 100, 10, 1 << 30, NOW, frozenset({1, 2}))


@pytest.mark.parametrize(
    ("changes", "subject", "level", "words"),
    [
        ({}, "version", Level.OK, "PostgreSQL 18"),
        ({"version": 140005}, "version", Level.PROBLEM, "PostgreSQL 14"),
        ({"fsync": "off"}, "durability", Level.PROBLEM, "fsync off"),
        (
            {"synchronous_commit": "local", "full_page_writes": "off"},
            "durability",
            Level.PROBLEM,
            "synchronous_commit, ",
        ),
        ({"in_use": 90}, "room", Level.WARNING, "90 of 100 connections"),
        ({"now": NOW + timedelta(seconds=5)}, "clock", Level.WARNING, "5 s away"),
        ({"migrations": frozenset({1})}, "migrations", Level.WARNING, "1 of 2 to be applied"),
        (
            {"migrations": frozenset({1, 2, 3}), "breaking": frozenset({3})},
            "migrations",
            Level.PROBLEM,
            "1 that this version does not know",
        ),
        ({"migrations": frozenset({1, 2, 3})}, "migrations", Level.WARNING, "1 of a newer version"),
    ],
)
def test_a_database(changes: dict[str, Any], subject: str, level: Level, words: str) -> None:
    findings = list(database.judge(replace(GOOD, **changes), NOW, {1, 2}))
    (finding,) = [each for each in findings if each.subject == subject]
    assert finding.level is level
    assert words in finding.what
    assert all(each.level is Level.OK or (each.why and each.todo) for each in findings)
    assert [each for each in findings if each.level is not Level.OK] == ([finding] if level is not Level.OK else [])
