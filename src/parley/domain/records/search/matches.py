"""Why a conversation was found: how near it is to the query, and which of its turns is nearest."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from uuid import UUID

import orjson

from parley.domain.records.search.semantic.embedding import MAX_CHARACTERS, Transcript
from parley.domain.records.search.semantic.search import SemanticSearch
from parley.domain.records.search.transcript.lexemes import Side
from parley.domain.records.search.transcript.phrases import Phrase, best_text, parse_query
from parley.domain.records.search.transcript.transcript_store import find_transcripts
from parley.kit.values import value
from parley.storage.db import Database

MAX_RECORDS = 50
"""Conversations that this is worked out for in one request: all their turns are read, some are embedded."""
MAX_TURNS = 8
"""Of a conversation, so many turns are compared with a query by meaning: those in which most was said."""


@value
class Match:
    score: float | None
    """1 is as near as can be: the cosine by meaning; by words, how much of the query is in the nearest turn."""
    turn: int | None
    """Its index in the list of turns, from 0 on; None when there is none to tell."""
    text: str | None
    """What was said there, by whoever said it; of the Conversations API no part: its records have their turns."""

    def to_json(self) -> bytes:
        score = None if self.score is None else round(self.score, 4)
        return orjson.dumps({"score": score, "turn": self.turn})


async def match_words(db: Database, query: str, side: Side | None, ids: Sequence[UUID]) -> dict[UUID, Match]:
    transcripts = await find_transcripts(db, ids)

    def compare() -> dict[UUID, Match]:
        phrases = parse_query(query)
        return {each: _match_phrases(transcript, phrases, side) for each, transcript in transcripts.items()}

    # In a thread: fifty long conversations are folded and searched, which would hold up every other request.
    return await asyncio.to_thread(compare)


def _match_phrases(transcript: Transcript, phrases: Sequence[Phrase], side: Side | None) -> Match:
    texts = [text for turn in transcript for text in turn]
    if side is not None:
        texts = texts[0 if side == "user" else 1 :: 2]
    index, count = best_text(texts, phrases)
    if not count:
        return Match(None, None, None)
    return Match(count / len(phrases), index if side is not None else index // 2, texts[index])


async def match_meaning(
    db: Database, semantic: SemanticSearch, query: str, scores: Mapping[UUID, float | None]
) -> dict[UUID, Match]:
    """Turns in which only the agent speaks count when there are no others, as in the search itself."""
    transcripts = await find_transcripts(db, list(scores))
    texts = {each: _longest_turns(transcript) for each, transcript in transcripts.items()}
    query_vector, *vectors = await semantic.embed([query, *(text for some in texts.values() for text in some.values())])
    found: dict[UUID, Match] = {}
    for each, some in texts.items():
        # Vectors come in the order of the texts.
        near = {turn: float(vectors.pop(0) @ query_vector) for turn in some}
        nearest = max(near, key=lambda turn: near[turn]) if near else None
        said = None if nearest is None else next(filter(str.strip, transcripts[each][nearest]), None)
        found[each] = Match(scores[each], nearest, said)
    return found


def _longest_turns(transcript: Transcript) -> dict[int, str]:
    """By its index, what was said in each of the turns that are compared."""
    answered = {index: turn for index, turn in enumerate(transcript) if turn[0].strip()} or dict(enumerate(transcript))
    texts = {
        index: text
        for index, (user, agent) in answered.items()
        if (text := f"{user[:MAX_CHARACTERS]}\n{agent[:MAX_CHARACTERS]}".strip())
    }
    longest = sorted(texts, key=lambda index: -len(texts[index]))[:MAX_TURNS]
    return {index: texts[index] for index in sorted(longest)}
