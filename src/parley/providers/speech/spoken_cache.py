"""The cache of spoken sentences: in memory those said last, on disk those that agents are known to say."""

from __future__ import annotations

import asyncio
from collections.abc import Hashable

from parley.providers.speech.audio_cache import AudioCache, Spoken
from parley.providers.speech.prompt_store import PromptStore

MOST_FIXED = 50_000


class SpokenCache:
    """Only fixed sentences are looked for on disk, and only they are written there: others may be about a caller."""

    def __init__(self, cache: AudioCache, store: PromptStore | None = None) -> None:
        self.cache = cache
        self._store = store
        self._fixed: set[tuple[str, str]] = set()

    def add_fixed(self, sentence: str, language: str) -> None:
        if len(self._fixed) >= MOST_FIXED:
            self._fixed.clear()
        self._fixed.add((sentence, language))

    async def get(self, key: Hashable, sentence: str, language: str) -> Spoken | None:
        if (found := self.cache.get(key)) is not None or not self._is_stored(sentence, language):
            return found
        assert self._store is not None, "it is looked for there"
        if found := await asyncio.to_thread(self._store.get, key):
            self.cache.put(key, found)
        return found

    async def put(self, key: Hashable, sentence: str, language: str, spoken: Spoken) -> None:
        self.cache.put(key, spoken)
        if self._store is not None and self._is_stored(sentence, language):
            await asyncio.to_thread(self._store.put, key, spoken)

    async def is_kept(self, key: Hashable, sentence: str, language: str) -> bool:
        """On disk, if there is one: from memory it gets there."""
        found = self.cache.get(key)
        if self._store is None or await asyncio.to_thread(self._store.has, key):
            return self._store is not None or found is not None
        if found is not None:
            await self.put(key, sentence, language, found)
        return found is not None

    def _is_stored(self, sentence: str, language: str) -> bool:
        return self._store is not None and (sentence, language) in self._fixed
