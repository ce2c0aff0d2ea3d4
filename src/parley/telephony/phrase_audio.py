"""Phrases that have audio are played on calls as they are, and texts that somebody wants to hear are spoken."""

from __future__ import annotations

import asyncio
import hashlib
from collections import Counter
from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing
from datetime import datetime
from typing import Any

from parley.domain.phrases import store
from parley.domain.phrases.model import PHRASES_CHANGED, PREVIEW_AGE, Preview
from parley.kit.log import logger
from parley.providers.speech.audio_cache import AudioCache, Spoken
from parley.providers.speech.protocol import Piece, SpeechFailed, Synthesizer, audio_seconds, read_voice
from parley.providers.speech.wav import LONGEST_SECONDS
from parley.resources import Resources
from parley.storage.db import Database, DatabaseUnavailable

log = logger(__name__)

ID_DIGITS = 32
CACHE_BYTES, LARGEST = 32 << 20, 1 << 20
MOST_AT_ONCE = 20


def phrase_id(spoken: str, language: str, voice: Mapping[str, Any] | None) -> str:
    """Of what a call gives to its synthesizer."""
    key = repr((spoken.strip(), language, read_voice(voice)))
    return hashlib.sha256(key.encode()).hexdigest()[:ID_DIGITS]


class PhraseAudio:
    """One for each process."""

    def __init__(self, db: Database, synthesizer: Synthesizer) -> None:
        self._db = db
        self._synthesizer = synthesizer
        self._cache = AudioCache(CACHE_BYTES, LARGEST)

    async def of_call(self, project_id: str) -> PhraseSynthesizer:
        """With what the project keeps when the call begins."""
        try:
            kept = await store.list_kept(self._db, project_id)
        except DatabaseUnavailable:
            kept = {}
        return PhraseSynthesizer(self, project_id, kept, self._synthesizer)

    async def count_hits(self, synthesizer: PhraseSynthesizer) -> None:
        """Of a call that is over. While the database is away they are lost: nothing but a figure depends on them."""
        if not synthesizer.hits:
            return
        try:
            async with self._db.transaction() as tx:
                await store.add_hits(tx, synthesizer.project_id, synthesizer.hits)
        except DatabaseUnavailable:
            log.warning("phrase_hits_not_counted")

    async def find(self, project_id: str, key: str, since: datetime) -> bytes | None:
        """None as well while the database is away: what is synthesized is better than silence."""
        if found := self._cache.get((project_id, key, since)):
            return found.audio
        try:
            audio = await store.find_audio(self._db, project_id, key)
        except DatabaseUnavailable:
            return None
        if audio:
            self._cache.put((project_id, key, since), Spoken(audio))
        return audio


class PhraseSynthesizer:
    """A synthesizer for one call."""

    def __init__(
        self, speech: PhraseAudio, project_id: str, kept: Mapping[str, datetime], synthesizer: Synthesizer
    ) -> None:
        self._speech = speech
        self.project_id = project_id
        self.hits: Counter[str] = Counter()
        """How often each phrase was played as it is kept."""
        self._kept = kept
        self._synthesizer = synthesizer

    async def synthesize(
        self, text: str, language: str, voice: Mapping[str, Any] | None = None
    ) -> AsyncGenerator[Piece, None]:
        key = phrase_id(text, language, voice)
        since = self._kept.get(key)
        if since is not None and (audio := await self._speech.find(self.project_id, key, since)):
            self.hits[key] += 1
            yield audio
            return
        async with aclosing(self._synthesizer.synthesize(text, language, voice)) as pieces:
            async for piece in pieces:
                yield piece


class PreviewSynthesis:
    """Speaks what somebody wants to hear. Two processes may do the same one: either result is right."""

    def __init__(self, resources: Resources, synthesizer: Synthesizer) -> None:
        self._resources = resources
        self._synthesizer = synthesizer
        self._changed = asyncio.Event()
        resources.signals.subscribe(PHRASES_CHANGED, lambda _: self._changed.set(), self._changed.set)

    async def run(self) -> None:
        """A look at the start, and after each request."""
        while True:
            try:
                while await self.answer():
                    pass
            except DatabaseUnavailable:
                log.warning("phrases_not_synthesized")
            await self._changed.wait()
            self._changed.clear()

    async def answer(self) -> int:
        """How many there were. Those that nobody waits for any more are forgotten on the way."""
        clock, db = self._resources.clock, self._resources.db
        async with db.transaction() as tx:
            await store.delete_previews_before(tx, clock.now() - PREVIEW_AGE)
        wanted = await store.list_unanswered(db, MOST_AT_ONCE)
        for preview in wanted:
            audio = await self._synthesize(preview)
            async with db.transaction() as tx:
                await store.answer_preview(tx, preview.id, audio, clock.now())
        return len(wanted)

    async def _synthesize(self, preview: Preview) -> bytes | None:
        audio = bytearray()
        try:
            spoken = self._synthesizer.synthesize(preview.text, preview.language, preview.voice)
            async with aclosing(spoken) as pieces:
                async for piece in pieces:
                    if isinstance(piece, bytes):
                        audio += piece
        except SpeechFailed as failed:
            log.warning("phrase_not_synthesized", project=preview.project_id, reason=str(failed))
            return None
        return bytes(audio) if 0 < audio_seconds(len(audio)) <= LONGEST_SECONDS else None
