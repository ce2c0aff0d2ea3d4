"""How phrases are to sound, in the caller's transaction."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from parley.domain.audit import actions as audit
from parley.domain.audit.model import Kind, Verb
from parley.domain.phrases import store
from parley.domain.phrases.model import MOST_KEPT, PHRASES_CHANGED, AudioCacheEntryNotFound, AudioCacheFull, Phrase
from parley.domain.projects import store as projects
from parley.domain.projects.info import ProjectInfo
from parley.storage.db import Connection
from parley.storage.signals import notify


async def upload(tx: Connection, project: ProjectInfo, phrase_id: str, audio: bytes, now: datetime) -> Phrase:
    await _check_room(tx, project, phrase_id)
    await store.set_audio(tx, project.id, phrase_id, audio, now)
    return await _changed(tx, project, phrase_id, "audio")


async def change_text(tx: Connection, project: ProjectInfo, phrase_id: str, text: str, now: datetime) -> Phrase:
    """Its audio stays until it is synthesized again."""
    await store.set_spoken_text(tx, project.id, phrase_id, text, now)
    return await _changed(tx, project, phrase_id, "spoken_text")


async def request(tx: Connection, project: ProjectInfo, phrase_id: str, now: datetime) -> Phrase:
    """A voice process synthesizes it and keeps it."""
    await _check_room(tx, project, phrase_id)
    await store.request(tx, project.id, phrase_id, now)
    phrase = await _changed(tx, project, phrase_id, "audio")
    await notify(tx, PHRASES_CHANGED, project.id)
    return phrase


async def delete(tx: Connection, project: ProjectInfo, ids: Sequence[str]) -> list[str]:
    """Those of them that were there."""
    deleted = await store.delete_phrases(tx, project.id, ids)
    for phrase_id in deleted:
        await audit.record(tx, project.account_id, Verb.DELETED, Kind.PHRASE, phrase_id, project_id=project.id)
    return deleted


async def _check_room(tx: Connection, project: ProjectInfo, phrase_id: str) -> None:
    # One at a time in a project: what is counted stays true until it is written.
    await projects.lock_project(tx, project.id)
    if await store.count_others_kept(tx, project.id, phrase_id) >= MOST_KEPT:
        raise AudioCacheFull


async def _changed(tx: Connection, project: ProjectInfo, phrase_id: str, field: str) -> Phrase:
    phrase = await store.find_phrase(tx, project.id, phrase_id)
    if phrase is None:
        raise AudioCacheEntryNotFound
    await audit.record(
        tx, project.account_id, Verb.CHANGED, Kind.PHRASE, phrase_id, project_id=project.id, fields=[field]
    )
    return phrase
