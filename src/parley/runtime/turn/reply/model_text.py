"""From the model's text to deliverable words: phrase filters, then the safety filter."""

from __future__ import annotations

import re
from collections.abc import Mapping

from parley.domain.projects.model import PhraseFilter
from parley.runtime.agent.phrase_filters import PhraseStream
from parley.runtime.turn.ports import SafetyClassifier

_SENTENCE_END = re.compile(r"[.!?…。！？]+[\"'”’)\]]*\s+|\n+")


class ModelText:
    """The text of one answer on its way out."""

    def __init__(self, phrases: PhraseStream, safety: SafetyClassifier, levels: Mapping[str, str]) -> None:
        self._phrases = phrases
        self._safety = safety
        self._levels = levels
        self._unchecked = ""
        self._delivered: list[str] = []
        self.blocked: str | None = None
        """The safety category that stopped the text."""

    @property
    def matched(self) -> PhraseFilter | None:
        return self._phrases.matched

    @property
    def delivered(self) -> str:
        return "".join(self._delivered).strip()

    async def feed(self, piece: str) -> str:
        return await self._cleared(self._phrases.feed(piece), whole=False)

    async def close(self) -> str:
        return await self._cleared(self._phrases.close(), whole=True)

    async def _cleared(self, text: str, *, whole: bool) -> str:
        """With a safety filter on, whole sentences are checked before any word of them is delivered."""
        if self.blocked:
            return ""
        if self._levels:
            self._unchecked += text
            text = self._take_sentences(whole)
            if text and (category := await self._safety.check(text, self._levels)):
                self.blocked = category
                return ""
        if text:
            self._delivered.append(text)
        return text

    def _take_sentences(self, whole: bool) -> str:
        end = len(self._unchecked) if whole else 0
        if not whole:
            for match in _SENTENCE_END.finditer(self._unchecked):
                end = match.end()
        ready, self._unchecked = self._unchecked[:end], self._unchecked[end:]
        return ready
