"""The themes of a time, against the time just as long before it.

Nothing is kept of them: whoever asks again about the same time and the same conversations gets the same themes, so a
list of conversations finds those behind a theme by its wording.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from uuid import UUID

from parley.domain.records.model import Filters
from parley.domain.records.search.semantic.search import SemanticSearch
from parley.domain.records.themes import store
from parley.domain.records.themes.clustering import group
from parley.domain.records.themes.remarks import (
    Remark,
    Subject,
    Theme,
    Themes,
    Wording,
    collect,
    key_of,
    same_words,
    themes_of,
    time_before,
    weights_of,
)
from parley.storage.db import Database

MOST_CONVERSATIONS = 2000
"""Of each of the two times."""
MOST_WORDINGS = 400
"""Different ones: the built-in model takes some milliseconds for each that it has not seen lately."""


async def find_themes(db: Database, semantic: SemanticSearch, filters: Sequence[Filters], subject: Subject) -> Themes:
    """`filters`: one for each environment, all of one time."""
    now, has_now = await _remarks(db, filters, subject)
    before, has_before = await _remarks(db, [time_before(each) for each in filters], subject)
    wordings, is_whole = collect(now, before, MOST_WORDINGS)
    by_meaning = semantic.embedder is not None
    return Themes(
        by_meaning=by_meaning,
        is_whole=is_whole and has_now and has_before,
        sampled=sum(len(each.now) for each in wordings.values()),
        sampled_before=sum(len(each.before) for each in wordings.values()),
        themes=await _by_meaning(semantic, wordings) if by_meaning else same_words(wordings),
    )


async def find_behind(
    db: Database, semantic: SemanticSearch, filters: Sequence[Filters], subject: Subject, wording: str
) -> tuple[UUID, ...]:
    """The conversations of the theme that has this wording; none, if it is none of this time."""
    key = key_of(wording)
    found = await find_themes(db, semantic, filters, subject)
    return next((theme.conversations for theme in found.themes if key in theme.keys), ())


async def _by_meaning(semantic: SemanticSearch, wordings: dict[str, Wording]) -> list[Theme]:
    if not wordings:
        return []
    vectors = await semantic.embed_all([wording.text for wording in wordings.values()])

    def compare() -> list[Theme]:
        groups, middles = group(vectors, weights_of(wordings))
        return themes_of(wordings, groups, vectors, middles)

    return await asyncio.to_thread(compare)


async def _remarks(db: Database, filters: Sequence[Filters], subject: Subject) -> tuple[list[Remark], bool]:
    """And whether these are all."""
    drawn = [each for one in filters for each in await store.draw(db, one, subject, MOST_CONVERSATIONS)]
    # As if all environments had been shuffled together.
    drawn = sorted(drawn, key=lambda each: each.bytes[8:])[:MOST_CONVERSATIONS]
    read = store.list_unanswered if subject is Subject.UNANSWERED else store.list_last_words
    return await read(db, drawn), len(drawn) < MOST_CONVERSATIONS
