"""The search against a search without index, filters in SQL or haste: whatever was said, both find the same."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any
from uuid import UUID

import pytest

from parley.domain.conversations.model import public_id
from parley.domain.records.model import Filters
from parley.domain.records.search.transcript import lexemes, search
from parley.domain.records.search.transcript.lexemes import Side
from parley.domain.records.search.transcript.phrases import Phrase, parse_query
from parley.domain.records.search.transcript.search import index_transcript, search_transcripts
from parley.kit.ids import uuid7_at
from parley.kit.text.words import fold, is_run, readings
from parley.storage import partitions
from parley.storage.db import Database

pytestmark = pytest.mark.io

FIRST = datetime(2024, 1, 10, tzinfo=UTC)
DAYS = 460
VOCABULARY = ["ab", "abc", "abcd", "don't", "l'abc", "寿司", "司寿司", "x-ab", "12", "123", "é", "abc寿司"]
QUERIES = [*VOCABULARY, "dont", "寿", "司", "司寿", "x", "e", "don", "12-123"]
CHANNELS = ("WEBCHAT", "CHAT", "VOICE-SIP")


@dataclass(frozen=True, slots=True)
class Said:
    day: int
    waited: int
    """For how many minutes it had an id before it started."""
    environment: str
    channel: str
    variant: str
    stage: str
    turns: list[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Asked:
    query: str
    side: Side | None
    filters: Filters
    limit: int


@pytest.fixture
async def small_steps(db: Database, monkeypatch: pytest.MonkeyPatch) -> Database:
    """Every limit is so low that a handful of conversations crosses it; all projects share a tag."""
    monkeypatch.setattr(search, "NEWEST", 3)
    monkeypatch.setattr(search, "CANDIDATES", (2, 1000))
    monkeypatch.setattr(search, "READ_AT_ONCE", 2)
    monkeypatch.setattr(lexemes, "project_tag", lambda _project, _environment: "same")
    async with db.transaction() as tx:
        await partitions.ensure_between(tx, FIRST - timedelta(days=1), FIRST + timedelta(days=DAYS + 1))
    return db


@pytest.mark.parametrize("seed", range(3))
async def test_both_find_the_same(small_steps: Database, seed: int) -> None:
    chance, db = Random(seed), small_steps
    stored = await store(db, "ours", [conversation(chance) for _ in range(40)])
    await store(db, "theirs", [conversation(chance) for _ in range(10)])
    found_any = 0
    for asked in (question(chance) for _ in range(25)):
        expected = [
            each
            for each in sorted(stored, reverse=True)
            if is_meant(stored[each], asked.filters)
            and is_match(stored[each].turns, parse_query(asked.query), asked.side)
        ]
        found_any += bool(expected)
        assert await by_position(db, asked) == expected
        assert await by_offset(db, asked) == expected
        best = await search_transcripts(db, asked.filters, asked.query, asked.side, len(stored), best=True)
        assert sorted((each.id for each in best.records), reverse=True) == expected
    assert found_any > 8


def conversation(chance: Random) -> Said:
    return Said(
        day=chance.randint(0, DAYS),
        waited=chance.choice([0, 0, 59]),
        environment=chance.choice(["live"] * 5 + ["sandbox"]),
        channel=chance.choice(CHANNELS),
        variant=chance.choice(["", "north", "south"]),
        stage=chance.choice(["running", "ended"] + ["snapshot"] * 5),
        turns=[(text(chance), text(chance)) for _ in range(chance.randint(0, 3))],
    )


def text(chance: Random) -> str:
    return " ".join(chance.choices(VOCABULARY, k=chance.randint(0, 5)))


def question(chance: Random) -> Asked:
    def rarely(value: Any, otherwise: Any = None) -> Any:
        return value if chance.random() < 0.2 else otherwise

    filters = Filters(
        "ours",
        "live",
        start=rarely(FIRST + timedelta(days=chance.randint(0, DAYS))),
        end=rarely(FIRST + timedelta(days=chance.randint(0, DAYS))),
        channels=rarely(tuple(chance.sample(CHANNELS, chance.randint(1, 2))), ()),
        variant_id=rarely("north"),
        variant_name=rarely("Name south"),
        in_progress=rarely(chance.choice([True, False])),
    )
    phrases = [phrase(chance) for _ in range(chance.choice([1, 1, 2]))]
    return Asked(" ".join(phrases), chance.choice([None, None, "user", "agent"]), filters, chance.randint(2, 9))


def phrase(chance: Random) -> str:
    asked = chance.choices(QUERIES, k=chance.choice([1, 1, 2]))
    return f'"{" ".join(asked)}"' if len(asked) > 1 or chance.random() < 0.2 else asked[0]


async def by_position(db: Database, asked: Asked) -> list[UUID]:
    found: list[UUID] = []
    after = None
    while True:
        page = await search_transcripts(db, asked.filters, asked.query, asked.side, asked.limit, after=after)
        found += [each.id for each in page.records]
        if not page.more:
            return found
        assert len(page.records) == asked.limit
        after = found[-1]


async def by_offset(db: Database, asked: Asked) -> list[UUID]:
    found: list[UUID] = []
    while True:
        page = await search_transcripts(db, asked.filters, asked.query, asked.side, asked.limit, offset=len(found))
        found += [each.id for each in page.records]
        if not page.more:
            return found
        assert len(page.records) == asked.limit


def is_meant(said: Said, wanted: Filters) -> bool:
    at = FIRST + timedelta(days=said.day)
    return (
        said.environment == wanted.environment
        and (wanted.start is None or at >= wanted.start)
        and (wanted.end is None or at < wanted.end)
        and (not wanted.channels or said.channel in wanted.channels)
        and wanted.variant_id in (None, said.variant)
        and wanted.variant_name in (None, f"Name {said.variant}")
        and wanted.in_progress in (None, said.stage == "running")
    )


def is_match(turns: Sequence[tuple[str, str]], phrases: Sequence[Phrase], side: Side | None) -> bool:
    heard = [
        text
        for user, agent in turns
        for text in ([user] if side != "agent" else []) + ([agent] if side != "user" else [])
    ]
    return bool(phrases) and all(
        any(
            is_phrase_at(reading, start, phrase)
            for text in heard
            for reading in readings(fold(text))
            for start in range(len(reading))
        )
        for phrase in phrases
    )


def is_phrase_at(reading: list[str], start: int, phrase: Phrase) -> bool:
    """Word by word: runs may begin in the middle of a run and end in one, a last word may go on."""
    there = reading[start : start + len(phrase.words)]
    if len(there) < len(phrase.words):
        return False
    for number, (heard, asked) in enumerate(zip(there, phrase.words, strict=True)):
        is_first, is_last = number == 0, number == len(phrase.words) - 1
        if is_run(asked):
            begins = heard.endswith(asked) if is_first and not is_last else heard.startswith(asked)
            fits = asked in heard if is_first and is_last else begins if is_first or is_last else heard == asked
        else:
            goes_on = is_last and not phrase.is_quoted and len(asked) >= 3
            fits = heard.startswith(asked) if goes_on else heard == asked
        if not fits:
            return False
    return True


async def store(db: Database, project: str, said: Sequence[Said]) -> dict[UUID, Said]:
    stored: dict[UUID, Said] = {}
    async with db.transaction() as tx:
        for each in said:
            at = FIRST + timedelta(days=each.day)
            conversation_id = uuid7_at(at - timedelta(minutes=each.waited))
            stored[conversation_id] = each
            await tx.execute(
                """
                insert into conversations (id, public_id, account_id, project_id, environment, deployment_id, channel,
                                           variant_id, variant_name, started_at, ended_at, record_bytes)
                values ($1, $10, 'account', $2, $3, $1, $4, $5, $6, $7, $8, $9)
                """,
                conversation_id, project, each.environment, each.channel, each.variant, f"Name {each.variant}", at,
                None if each.stage == "running" else at, 1 if each.stage == "snapshot" else None,
                public_id(conversation_id),
            )  # fmt: skip
            await tx.executemany(
                """
                insert into turns (conversation_id, number, user_input, user_input_at, agent_response,
                                   agent_response_at)
                values ($1, $2, $3, $4, $5, $4)
                """,
                [(conversation_id, number, user, at, agent) for number, (user, agent) in enumerate(each.turns)],
            )
            if each.stage == "snapshot":
                await index_transcript(tx, conversation_id, project, each.environment, each.turns)
    return stored
