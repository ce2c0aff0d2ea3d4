"""Why a conversation was found: how near it is to the query, and which of its turns is nearest."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from uuid import UUID

import orjson

from parley.domain.records import occurrences
from parley.domain.records.embedding import CHARACTERS
from parley.domain.records.phrases import Part, best_line, parse
from parley.domain.records.semantic import Semantic
from parley.domain.records.words import Side
from parley.kit.values import value
from parley.storage.db import Database

MOST = 50
"""Conversations that this is worked out for in one request: all their turns are read, some are embedded."""
TURNS = 8
"""Of a conversation, so many turns are compared with a query by meaning: those in which most was said."""

Turns = Sequence[tuple[str, str]]


@value
class Match:
    score: float | None
    """1 is as near as can be: the cosine by meaning; by words, how much of the query is in the nearest turn."""
    turn: int | None
    """Its place in the list of turns, from 0 on; None when there is none to tell."""

    def to_json(self) -> bytes:
        score = None if self.score is None else round(self.score, 4)
        return orjson.dumps({"score": score, "turn": self.turn})


async def by_words(db: Database, query: str, side: Side | None, ids: Sequence[UUID]) -> dict[UUID, Match]:
    said = await occurrences.said(db, ids)

    def compared() -> dict[UUID, Match]:
        parts = parse(query)
        return {each: _by_words(turns, parts, side) for each, turns in said.items()}

    return await asyncio.to_thread(compared)


def _by_words(turns: Turns, parts: Sequence[Part], side: Side | None) -> Match:
    lines = [line for pair in turns for line in pair]
    if side is not None:
        lines = lines[0 if side == "user" else 1 :: 2]
    place, held = best_line(lines, parts)
    if not held:
        return Match(None, None)
    return Match(held / len(parts), place if side is not None else place // 2)


async def by_meaning(
    db: Database, semantic: Semantic, query: str, scores: Mapping[UUID, float | None]
) -> dict[UUID, Match]:
    """Turns in which only the agent speaks count when there are no others, as in the search itself."""
    said = await occurrences.said(db, list(scores))
    texts = {each: _longest(turns) for each, turns in said.items()}
    asked, *vectors = await semantic.embed([query, *(text for some in texts.values() for text in some.values())])
    found: dict[UUID, Match] = {}
    for each, some in texts.items():
        near = {turn: float(vectors.pop(0) @ asked) for turn in some}
        found[each] = Match(scores[each], max(near, key=lambda turn: near[turn]) if near else None)
    return found


def _longest(turns: Turns) -> dict[int, str]:
    """By its place, what was said in each of the turns that are compared."""
    answered = {place: pair for place, pair in enumerate(turns) if pair[0].strip()} or dict(enumerate(turns))
    texts = {
        place: text
        for place, (user, agent) in answered.items()
        if (text := f"{user[:CHARACTERS]}\n{agent[:CHARACTERS]}".strip())
    }
    longest = sorted(texts, key=lambda place: -len(texts[place]))[:TURNS]
    return {place: texts[place] for place in sorted(longest)}
