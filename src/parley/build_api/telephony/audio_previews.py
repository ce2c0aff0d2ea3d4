"""Texts that somebody wants to hear: voice processes alone have engines, so one of them is asked."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

from pydantic.alias_generators import to_snake

from parley.domain.phrases import actions, store
from parley.domain.phrases.model import (
    AudioCacheSynthesisFailed,
    AudioCacheUnavailable,
    Phrase,
    Preview,
)
from parley.domain.voices.store import find_speech
from parley.kit.ids import uuid7
from parley.web.endpoint import ApiRequest

PATIENCE = 30.0
LOOK_EVERY = 0.1


async def speak_preview(
    request: ApiRequest[Any, Any], phrase: Phrase, text: str, config: Mapping[str, Any], language: str | None
) -> bytes:
    """Its audio. Whoever asks waits as long as a person would."""
    resources, now = request.resources, request.resources.clock.now()
    if not (await find_speech(resources.db, now)).providers:
        raise AudioCacheUnavailable
    voice = _tuned(phrase.voice, config) if config else phrase.voice
    preview = Preview(uuid7(), request.project.id, text, language or phrase.language, voice, now)
    async with request.change() as tx:
        await actions.ask_for_preview(tx, preview)
    try:
        async with asyncio.timeout(PATIENCE):
            return await _answer_of(request, preview)
    except TimeoutError:
        raise AudioCacheUnavailable("No voice process has spoken it in time.") from None
    finally:
        async with request.change() as tx:
            await store.delete_preview(tx, preview.project_id, preview.id)


async def _answer_of(request: ApiRequest[Any, Any], preview: Preview) -> bytes:
    """As soon as it is there."""
    while True:
        answer = await store.find_answer(request.resources.db, preview.project_id, preview.id)
        if answer is None:
            await asyncio.sleep(LOOK_EVERY)
        elif answer.audio is None:
            raise AudioCacheSynthesisFailed
        else:
            return answer.audio


def _tuned(voice: Mapping[str, Any] | None, config: Mapping[str, Any]) -> dict[str, Any]:
    """The voice with other settings, under the names that projects have for them."""
    known = (voice or {}).get("config")
    settings = {
        **(known if isinstance(known, Mapping) else {}),
        **{to_snake(name): each for name, each in config.items()},
    }
    return {**(voice or {}), "config": settings}
