"""What people do with a conversation that they have read, in the caller's transaction.

The project's redaction holds for what they write as well: what is not kept of a conversation is not kept beside it.
"""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from parley.domain.conversations.model import ConversationsNotFound
from parley.domain.conversations.redaction import project_redactor
from parley.domain.projects.info import ProjectInfo
from parley.domain.reviews import store
from parley.domain.reviews.model import (
    MOST_NOTES,
    MOST_RATINGS,
    MOST_TAGS,
    Author,
    Note,
    NoteNotFound,
    NoteOfAnother,
    Rating,
    ReviewFull,
    TurnNotFound,
    may_delete,
)
from parley.kit.ids import uuid7
from parley.storage.db import Connection


async def add_note(
    tx: Connection, project_info: ProjectInfo, conversation_id: UUID, author: Author, text: str, turn: int | None,
    now: datetime,
) -> Note:  # fmt: skip
    await _lock(tx, project_info, conversation_id, turn)
    if await store.count_notes(tx, conversation_id) >= MOST_NOTES:
        raise ReviewFull(f"A conversation has at most {MOST_NOTES} notes.")
    note = Note(uuid7(), turn, _redacted(project_info, text), author.id, author.name, now)
    await store.insert_note(tx, project_info.id, conversation_id, note)
    return note


async def delete_note(
    tx: Connection, project_info: ProjectInfo, conversation_id: UUID, author: Author, note_id: UUID
) -> Note:
    await _lock(tx, project_info, conversation_id)
    note = await store.find_note(tx, conversation_id, note_id)
    if note is None:
        raise NoteNotFound
    if not may_delete(author, note):
        raise NoteOfAnother
    await store.delete_note(tx, note_id)
    return note


async def add_tag(tx: Connection, project_info: ProjectInfo, conversation_id: UUID, tag: str) -> list[str]:
    await _lock(tx, project_info, conversation_id)
    tags = await store.list_tags(tx, conversation_id)
    if tag not in tags and len(tags) >= MOST_TAGS:
        raise ReviewFull(f"A conversation has at most {MOST_TAGS} tags.")
    await store.insert_tag(tx, project_info.id, conversation_id, tag)
    return sorted({*tags, tag})


async def remove_tag(tx: Connection, project_info: ProjectInfo, conversation_id: UUID, tag: str) -> list[str]:
    await _lock(tx, project_info, conversation_id)
    await store.delete_tag(tx, conversation_id, tag)
    return await store.list_tags(tx, conversation_id)


async def rate(
    tx: Connection, project_info: ProjectInfo, conversation_id: UUID, author: Author, is_up: bool, reason: str,
    turn: int | None, now: datetime,
) -> None:  # fmt: skip
    await _lock(tx, project_info, conversation_id, turn)
    place = store.WHOLE if turn is None else turn
    if await store.count_ratings_besides(tx, conversation_id, place, author.id) >= MOST_RATINGS:
        raise ReviewFull(f"A conversation has at most {MOST_RATINGS} ratings.")
    rating = Rating(turn, is_up, _redacted(project_info, reason), author.id, author.name, now)
    await store.upsert_rating(tx, project_info.id, conversation_id, rating)


async def withdraw_rating(
    tx: Connection, project_info: ProjectInfo, conversation_id: UUID, author: Author, turn: int | None
) -> None:
    await _lock(tx, project_info, conversation_id, turn)
    await store.delete_rating(tx, conversation_id, store.WHOLE if turn is None else turn, author.id)


async def _lock(tx: Connection, project_info: ProjectInfo, conversation_id: UUID, turn: int | None = None) -> None:
    found = await store.lock_conversation(tx, project_info.id, conversation_id, store.WHOLE if turn is None else turn)
    if found is None:
        raise ConversationsNotFound
    if turn is not None and not found["has_turn"]:
        raise TurnNotFound


def _redacted(project_info: ProjectInfo, text: str) -> str:
    hide = project_redactor(project_info)
    return hide.text(text) if hide else text
