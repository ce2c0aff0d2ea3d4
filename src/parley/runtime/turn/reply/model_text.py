"""From the model's text to deliverable words: phrase filters, then the safety filter."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from parley.domain.projects.model import PhraseFilter
from parley.runtime.agent.phrase_filters import Phrase, PhraseStream
from parley.runtime.turn.ports import SafetyClassifier

_SENTENCE_END = re.compile(r"[.!?…。！？]+[\"'”’)\]]*\s+|\n+")


class ModelText:
    """The text of one answer on its way out."""

    def __init__(self, phrases: Sequence[Phrase], safety: SafetyClassifier, levels: Mapping[str, str]) -> None:
        self._phrases = PhraseStream(phrases) if phrases else None
        self._safety = safety
        self._levels = levels
        self._unchecked = ""
        self._delivered: list[str] = []
        self.blocked: str | None = None
        """The safety category that stopped the text."""
        self.matched: PhraseFilter | None = None
        """The phrase filter that stopped it."""

    @property
    def delivered(self) -> str:
        return "".join(self._delivered).strip()

    async def feed(self, piece: str) -> str:
        if self._phrases:
            piece = self._phrases.feed(piece)
            self.matched = self._phrases.matched
        return await self._cleared(piece, whole=False)

    async def close(self) -> str:
        rest = ""
        if self._phrases:
            rest = self._phrases.close()
            self.matched = self._phrases.matched
        return await self._cleared(rest, whole=True)

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
