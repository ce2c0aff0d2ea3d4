"""How the phrases sound that an agent is known to say on calls."""

from __future__ import annotations

import asyncio
from datetime import datetime
from typing import Annotated, Any

from pydantic import BaseModel, Field, ValidationError
from pydantic.alias_generators import to_camel
from starlette.responses import Response

from parley.build_api.telephony.audio_previews import speak_preview
from parley.domain.phrases import actions, store
from parley.domain.phrases.model import (
    LONGEST_NAME,
    LONGEST_TEXT,
    AudioCacheBusy,
    AudioCacheEntryNotFound,
    AudioCacheFileNotFound,
    AudioCacheFull,
    AudioCacheInvalidFile,
    AudioCacheSynthesisFailed,
    AudioCacheUnavailable,
    Phrase,
    Recording,
)
from parley.domain.projects.info import ProjectNotFound
from parley.domain.recordings.wav import header
from parley.kit.clock import iso
from parley.kit.errors import FieldError, ValidationFailed
from parley.providers.speech.protocol import RATE, SAMPLE_BYTES
from parley.providers.speech.wav import WavInvalid, read_wav
from parley.web import bodies, multipart
from parley.web.endpoint import ApiRequest, Endpoint
from parley.web.errors import field_errors
from parley.web.groups import AGENTS
from parley.web.inputs import Identifier, LanguageTag
from parley.web.responses import json_response

WAV = "audio/wav"
LARGEST_FILE, LARGEST_SETTINGS = 6_000_000, 64 * 1024
MOST_DELETED = 20
CACHE = "/v1/agents/{agent_id}/audio-cache"
ONE = f"{CACHE}/{{entry_id}}"
FIELDS: dict[str, store.Sorting] = {
    "transcript": "text",
    "language": "language",
    "duration": "duration",
    "hit_count": "hit_count",
    "hitCount": "hit_count",
    "cached_at": "cached_at",
    "cachedAt": "cached_at",
}
TWICE = "The same under the name that documentation has for it."


class AudioCacheEntry(BaseModel):
    id: str
    transcript: str = Field(description="The phrase, as it stands in the agent's files, or as its recording was sent.")
    spoken_text: str = Field(description="What is spoken for it where it has no audio.")
    provider: str = Field(description="Of the voice; empty: what speaks where no voice is named.")
    provider_voice_id: str
    language_code: str
    duration: float = Field(description="Of its audio, in seconds; 0: it has none, and calls synthesize it.")
    hit_count: int = Field(description="How often calls have played its audio.")
    cached_at: str | None = Field(description="Since when it has its audio; null: it has none.")
    imported: bool = Field(description="Its audio is a file that was sent in the place of synthesized speech.")
    regenerated: bool = Field(description="Its audio was sent together with settings.")
    config: dict[str, Any] = Field(description="The settings that were sent with its audio.")
    audio_filename: str = Field(description="Of the file that its audio came in.")
    providerVoiceId: str = Field(description=TWICE)
    languageCode: str = Field(description=TWICE)
    hitCount: int = Field(description=TWICE)
    cachedAt: str | None = Field(description=TWICE)
    audioFilename: str = Field(description=TWICE)


class AudioCacheList(BaseModel):
    entries: list[AudioCacheEntry]
    total_count: int = Field(description="Of all pages.")
    totalCount: int = Field(description=TWICE)
    limit: int
    offset: int


class AudioCacheQuery(BaseModel):
    limit: int = Field(default=50, ge=1, le=200)
    offset: int = Field(default=0, ge=0, le=100_000)
    sort: (
        Annotated[str, Field(pattern=rf"^({'|'.join(FIELDS)}):(asc|desc)$", examples=["hit_count:desc"], max_length=20)]
        | None
    ) = Field(default=None, description="Left out: the newest first.")


class EntrySettings(BaseModel):
    text: Annotated[str, Field(min_length=1, max_length=LONGEST_TEXT)]
    config: Annotated[dict[str, Any], Field(max_length=50)] = {}


class EntryDetails(BaseModel):
    """As multipart/form-data."""

    file: Annotated[bytes, Field(json_schema_extra={"format": "binary"})]
    settings: str = Field(description="JSON with the text that is spoken and the settings it was synthesized with.")


class PreviewRequest(BaseModel):
    text: Annotated[str, Field(min_length=1, max_length=LONGEST_TEXT)]
    config: Annotated[dict[str, Any], Field(max_length=50)] = Field(
        default={}, description="Settings for the voice's provider, such as `speed` or `stability`."
    )
    language: LanguageTag | None = Field(default=None, description="Left out: that of the entry.")


class EntriesToDelete(BaseModel):
    ids: Annotated[list[Identifier], Field(min_length=1, max_length=MOST_DELETED)]


class DeletedEntries(BaseModel):
    deleted: list[str]
    failed: list[str] = Field(description="What is not there.")


class EntryDeleted(BaseModel):
    success: bool


async def list_entries(request: ApiRequest[None, AudioCacheQuery]) -> Response:
    query = request.query
    name, direction = query.sort.split(":") if query.sort else ("", "desc")
    found, count = await store.list_phrases(
        request.resources.db,
        request.project.id,
        FIELDS.get(name, "created_at"),
        query.limit,
        query.offset,
        is_descending=direction == "desc",
    )
    entries = [_entry_json(each) for each in found]
    counts = {"total_count": count, "totalCount": count}
    return json_response({"entries": entries, **counts, "limit": query.limit, "offset": query.offset})


async def read_entry_file(request: ApiRequest[None, None]) -> Response:
    await _find(request)
    audio = await store.find_audio(request.resources.db, request.project.id, request.path["entry_id"])
    if audio is None:
        raise AudioCacheFileNotFound
    return _wav(audio)


async def replace_entry_file(request: ApiRequest[None, None]) -> Response:
    await _find(request)
    name = request.headers.get("x-filename", "") or f"{request.path['entry_id']}.wav"
    return await _keep(request, Recording(await _audio(request.raw), "uploaded", name[:LONGEST_NAME]))


async def change_entry_details(request: ApiRequest[None, None]) -> Response:
    await _find(request)
    parts = multipart.read_parts(request.raw, request.headers)
    if missing := [name for name in ("file", "settings") if name not in parts]:
        raise ValidationFailed(fields=[FieldError(name, "is missing") for name in missing])
    settings = _settings(parts["settings"].content)
    file = parts["file"]
    audio = await _audio(file.content)
    return await _keep(
        request, Recording(audio, "synthesized", file.filename[:LONGEST_NAME], settings.text, settings.config)
    )


def _settings(content: bytes) -> EntrySettings:
    if len(content) > LARGEST_SETTINGS:
        raise ValidationFailed(fields=[FieldError("settings", f"is larger than {LARGEST_SETTINGS} bytes")])
    try:
        return EntrySettings.model_validate(bodies.parse_json(content, {}))
    except ValidationError as error:
        raise ValidationFailed(fields=field_errors(error.errors(include_url=False, include_input=False))) from None


async def _keep(request: ApiRequest[Any, Any], recording: Recording) -> Response:
    async with request.change() as tx:
        entry = await actions.upload(tx, request.project, request.path["entry_id"], recording, _now(request))
    return json_response(_entry_json(entry))


async def synthesize_entry(request: ApiRequest[PreviewRequest, None]) -> Response:
    body, phrase = request.body, await _find(request)
    return _wav(await speak_preview(request, phrase, body.text, body.config, body.language))


async def delete_entry(request: ApiRequest[None, None]) -> Response:
    async with request.change() as tx:
        if not await actions.delete(tx, request.project, [request.path["entry_id"]]):
            raise AudioCacheEntryNotFound
    return json_response({"success": True})


async def delete_entries(request: ApiRequest[EntriesToDelete, None]) -> Response:
    wanted = list(dict.fromkeys(request.body.ids))
    async with request.change() as tx:
        deleted = await actions.delete(tx, request.project, wanted)
    return json_response({"deleted": deleted, "failed": [each for each in wanted if each not in deleted]})


async def _find(request: ApiRequest[Any, Any]) -> Phrase:
    found = await store.find_phrase(request.resources.db, request.project.id, request.path["entry_id"])
    if found is None:
        raise AudioCacheEntryNotFound
    return found


async def _audio(content: bytes) -> bytes:
    try:
        return await asyncio.to_thread(read_wav, content)
    except WavInvalid:
        raise AudioCacheInvalidFile from None


def _wav(audio: bytes) -> Response:
    return Response(header(1, RATE, len(audio) // SAMPLE_BYTES) + audio, media_type=WAV)


def _entry_json(phrase: Phrase) -> dict[str, Any]:
    """Clients of the hosted service read names with underscores, its documentation has them in one word."""
    voice = phrase.voice or {}
    twice = {
        "provider_voice_id": str(voice.get("provider_voice_id") or ""),
        "language_code": phrase.language,
        "hit_count": phrase.hit_count,
        "cached_at": iso(phrase.updated_at) if phrase.source else None,
        "audio_filename": phrase.filename,
    }
    return {
        "id": phrase.id,
        "transcript": phrase.text,
        "spoken_text": phrase.spoken_text,
        "provider": str(voice.get("provider") or ""),
        "duration": phrase.audio_seconds,
        "imported": phrase.source == "uploaded",
        "regenerated": phrase.source == "synthesized",
        "config": dict(phrase.config),
        **twice,
        **{to_camel(name): each for name, each in twice.items()},
    }


def _now(request: ApiRequest[Any, Any]) -> datetime:
    return request.resources.clock.now()


ERRORS = (ProjectNotFound, AudioCacheEntryNotFound)
FORM = "16-bit PCM, one or two channels, 8, 16, 24, 44.1 or 48 kHz, at most 6 MB and 60 seconds"

ENDPOINTS = (
    Endpoint(
        "GET",
        CACHE,
        list_entries,
        AGENTS,
        "The phrases that an agent is known to say on calls",
        description="Sentences of its greeting and other fixed texts, in each language and voice, as voice processes "
        "found them in its deployments. No words of conversations are among them.",
        query=AudioCacheQuery,
        reply=AudioCacheList,
        errors=(ProjectNotFound,),
    ),
    Endpoint(
        "GET",
        f"{ONE}/file",
        read_entry_file,
        AGENTS,
        "The audio that calls play for a phrase",
        description="A WAV file, 8 kHz, 16 bit, mono. A phrase that nobody sent a recording for has none.",
        reply=bytes,
        reply_media_type=WAV,
        errors=(*ERRORS, AudioCacheFileNotFound),
    ),
    Endpoint(
        "PATCH",
        f"{ONE}/file",
        replace_entry_file,
        AGENTS,
        "Have calls play a recording of yours for a phrase",
        description=f"A WAV file: {FORM}. Calls that begin from now on play it. The header `X-Filename` may name it.",
        media_types=(WAV,),
        body_limit=LARGEST_FILE,
        reply=AudioCacheEntry,
        errors=(*ERRORS, AudioCacheInvalidFile, AudioCacheFull),
    ),
    Endpoint(
        "PUT",
        f"{ONE}/details",
        change_entry_details,
        AGENTS,
        "Replace the audio of a phrase, its text and its settings",
        description=f"`file` is a WAV file: {FORM}. `settings` is JSON: `text`, which the list shows from then on, and "
        "`config`, the settings that the audio was synthesized with. Calls that begin from now on play it.",
        media_types=(multipart.KIND,),
        form=EntryDetails,
        body_limit=LARGEST_FILE + LARGEST_SETTINGS + 2 * multipart.LARGEST_HEAD,
        reply=AudioCacheEntry,
        errors=(*ERRORS, AudioCacheInvalidFile, AudioCacheFull),
    ),
    Endpoint(
        "POST",
        f"{ONE}/synthesize",
        synthesize_entry,
        AGENTS,
        "Hear a text in the voice of a phrase",
        description="A voice process speaks it, with other settings if some are sent; the answer is a WAV file, 8 kHz, "
        "16 bit, mono. Nothing of it is kept: to have calls play it, send it to `details`.",
        body=PreviewRequest,
        reply=bytes,
        reply_media_type=WAV,
        errors=(*ERRORS, AudioCacheUnavailable, AudioCacheSynthesisFailed, AudioCacheBusy),
        unlogged="nothing of it is kept",
    ),
    Endpoint(  # before those whose path ends in an id: `bulk-delete` is none
        "POST",
        f"{CACHE}/bulk-delete",
        delete_entries,
        AGENTS,
        "Forget phrases and their audio",
        description="At most 20 at once; those that are there are forgotten, whatever else is named.",
        body=EntriesToDelete,
        reply=DeletedEntries,
        errors=(ProjectNotFound,),
    ),
    Endpoint(
        "DELETE",
        ONE,
        delete_entry,
        AGENTS,
        "Forget a phrase and its audio",
        description="Calls synthesize it again. If the agent still has it, it is listed again later, without audio.",
        reply=EntryDeleted,
        errors=ERRORS,
    ),
)
