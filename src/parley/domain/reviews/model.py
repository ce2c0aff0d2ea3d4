"""Notes, tags and ratings as values, and what may be written."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from parley.kit.errors import ParleyError
from parley.kit.values import value

LONGEST_NOTE = 4000
LONGEST_REASON = 1000
LONGEST_TAG = 40
MOST_NOTES = 200
MOST_TAGS = 20
MOST_RATINGS = 500
"""Of one conversation, as the others are."""
TAG = re.compile(r"\w[\w.:-]*")


class NoteNotFound(ParleyError):
    """There is no such note."""

    status = 404


class TurnNotFound(ParleyError):
    """The conversation has no such turn."""

    status = 404


class NoteOfAnother(ParleyError):
    """A note is deleted by its author or an admin."""

    status = 403


class ReviewFull(ParleyError):
    """Nobody can write more of this on the conversation."""

    status = 409


@value
class Author:
    id: UUID
    """Of the key."""
    name: str
    deletes_any: bool = False
    """Also notes of others."""


@value
class Note:
    id: UUID
    turn: int | None
    """None: it is about the conversation as a whole."""
    text: str
    author_id: UUID
    author: str
    created_at: datetime


@value
class Rating:
    turn: int | None
    is_up: bool
    reason: str
    author_id: UUID
    author: str
    rated_at: datetime


@value
class Review:
    notes: Sequence[Note] = ()
    tags: Sequence[str] = ()
    ratings: Sequence[Rating] = ()


@value
class Summary:
    """What a list shows of them."""

    tags: Sequence[str] = ()
    notes: int = 0
    ups: int = 0
    downs: int = 0


NOTHING = Summary()


def normalised_tag(text: str) -> str:
    """Small letters, hyphens for spaces: who means the same writes the same. ValueError for what is no tag."""
    tag = "-".join(unicodedata.normalize("NFKC", text).lower().split())
    if len(tag) > LONGEST_TAG or not TAG.fullmatch(tag):
        raise ValueError(
            f"is made of letters, digits, - _ . and :, begins with one of the first two or _, and has at "
            f"most {LONGEST_TAG} characters"
        )
    return tag


def may_delete(author: Author, note: Note) -> bool:
    return author.deletes_any or note.author_id == author.id
