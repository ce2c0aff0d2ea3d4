"""How phrases are to sound, in the caller's transaction."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from parley.domain.audit import actions as audit
from parley.domain.audit.model import Kind, Verb
from parley.domain.phrases import store
from parley.domain.phrases.model import (
    MOST_KEPT,
    MOST_PREVIEWS,
    PHRASES_CHANGED,
    PREVIEW_AGE,
    AudioCacheBusy,
    AudioCacheEntryNotFound,
    AudioCacheFull,
    Phrase,
    Preview,
    Recording,
)
from parley.domain.projects import store as projects
from parley.domain.projects.info import ProjectInfo
from parley.storage.db import Connection
from parley.storage.signals import notify


async def upload(tx: Connection, project: ProjectInfo, phrase_id: str, recording: Recording, now: datetime) -> Phrase:
    # One at a time in a project: what is counted stays true until it is written.
    await projects.lock_project(tx, project.id)
    if await store.count_others_kept(tx, project.id, phrase_id) >= MOST_KEPT:
        raise AudioCacheFull
    await store.set_audio(tx, project.id, phrase_id, recording, now)
    phrase = await store.find_phrase(tx, project.id, phrase_id)
    if phrase is None:
        raise AudioCacheEntryNotFound
    fields = ["audio"] if recording.text is None else ["audio", "text", "config"]
    await audit.record(
        tx, project.account_id, Verb.CHANGED, Kind.PHRASE, phrase_id, project_id=project.id, fields=fields
    )
    return phrase


async def ask_for_preview(tx: Connection, preview: Preview) -> None:
    """A voice process speaks it; nothing of it is kept."""
    await projects.lock_project(tx, preview.project_id)
    since = preview.asked_at - PREVIEW_AGE
    if await store.count_previews(tx, preview.project_id, since) >= MOST_PREVIEWS:
        raise AudioCacheBusy
    await store.insert_preview(tx, preview)
    await notify(tx, PHRASES_CHANGED, preview.project_id)


async def delete(tx: Connection, project: ProjectInfo, ids: Sequence[str]) -> list[str]:
    """Those of them that were there."""
    deleted = await store.delete_phrases(tx, project.id, ids)
    for phrase_id in deleted:
        await audit.record(tx, project.account_id, Verb.DELETED, Kind.PHRASE, phrase_id, project_id=project.id)
    return deleted
