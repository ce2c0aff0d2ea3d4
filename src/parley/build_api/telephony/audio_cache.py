"""How the phrases sound that an agent is known to say on calls."""

from __future__ import annotations

import asyncio
from datetime import datetime
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import Response

from parley.domain.phrases import actions, store
from parley.domain.phrases.model import (
    LONGEST_TEXT,
    AudioCacheEntryNotFound,
    AudioCacheFileNotFound,
    AudioCacheFull,
    AudioCacheInvalidFile,
    Source,
)
from parley.domain.projects.info import ProjectNotFound
from parley.domain.recordings.wav import header
from parley.providers.speech.protocol import RATE, SAMPLE_BYTES
from parley.providers.speech.wav import WavInvalid, read_wav
from parley.web.endpoint import ApiRequest, Endpoint
from parley.web.groups import AGENTS
from parley.web.inputs import Identifier
from parley.web.responses import json_response

WAV = "audio/wav"
LARGEST_FILE = 6_000_000
MOST_DELETED = 20
CACHE = "/v1/agents/{agent_id}/audio-cache"
ONE = f"{CACHE}/{{entry_id}}"
FIELDS: dict[str, store.Sorting] = {
    "text": "text",
    "language": "language",
    "source": "source",
    "createdAt": "created_at",
    "updatedAt": "updated_at",
}


class AudioCacheEntry(BaseModel):
    id: str
    text: str = Field(description="The phrase, as it stands in the agent's files.")
    spokenText: str = Field(description="What is spoken for it.")
    language: str
    provider: str = Field(description="Of the voice; empty: what speaks where no voice is named.")
    providerVoiceId: str
    source: Source = Field(description="Of its audio; empty: it has none, and calls synthesize it.")
    isRequested: bool = Field(description="A voice process is to synthesize it.")
    sizeBytes: int = Field(description="Of its audio.")
    createdAt: str
    updatedAt: str


class AudioCacheList(BaseModel):
    entries: list[AudioCacheEntry]
    count: int = Field(description="Of all.")
    limit: int
    offset: int


class AudioCacheQuery(BaseModel):
    limit: int = Field(default=50, ge=1, le=200)
    offset: int = Field(default=0, ge=0, le=100_000)
    sort: Annotated[
        str, Field(pattern=rf"^({'|'.join(FIELDS)}):(asc|desc)$", examples=["updatedAt:desc"], max_length=20)
    ] = "createdAt:desc"


class EntryDetails(BaseModel):
    model_config = ConfigDict(extra="forbid")

    spokenText: Annotated[str, Field(min_length=1, max_length=LONGEST_TEXT)]


class EntriesToDelete(BaseModel):
    model_config = ConfigDict(extra="forbid")

    ids: Annotated[list[Identifier], Field(min_length=1, max_length=MOST_DELETED)]


class DeletedEntries(BaseModel):
    deleted: list[str]
    notFound: list[str]


async def list_entries(request: ApiRequest[None, AudioCacheQuery]) -> Response:
    query = request.query
    name, direction = query.sort.split(":")
    found, count = await store.list_phrases(
        request.resources.db,
        request.project.id,
        FIELDS[name],
        query.limit,
        query.offset,
        is_descending=direction == "desc",
    )
    entries = [each.to_json() for each in found]
    return json_response({"entries": entries, "count": count, "limit": query.limit, "offset": query.offset})


async def read_entry_file(request: ApiRequest[None, None]) -> Response:
    await _check_there(request)
    audio = await store.find_audio(request.resources.db, request.project.id, request.path["entry_id"])
    if audio is None:
        raise AudioCacheFileNotFound
    return Response(header(1, RATE, len(audio) // SAMPLE_BYTES) + audio, media_type=WAV)


async def replace_entry_file(request: ApiRequest[None, None]) -> Response:
    await _check_there(request)
    try:
        audio = await asyncio.to_thread(read_wav, request.raw)
    except WavInvalid:
        raise AudioCacheInvalidFile from None
    async with request.change() as tx:
        entry = await actions.upload(tx, request.project, request.path["entry_id"], audio, _now(request))
    return json_response(entry.to_json())


async def change_entry_details(request: ApiRequest[EntryDetails, None]) -> Response:
    text = request.body.spokenText
    async with request.change() as tx:
        entry = await actions.change_text(tx, request.project, request.path["entry_id"], text, _now(request))
    return json_response(entry.to_json())


async def synthesize_entry(request: ApiRequest[None, None]) -> Response:
    async with request.change() as tx:
        entry = await actions.request(tx, request.project, request.path["entry_id"], _now(request))
    return json_response(entry.to_json())


async def delete_entry(request: ApiRequest[None, None]) -> Response:
    async with request.change() as tx:
        if not await actions.delete(tx, request.project, [request.path["entry_id"]]):
            raise AudioCacheEntryNotFound
    return Response(status_code=204)


async def delete_entries(request: ApiRequest[EntriesToDelete, None]) -> Response:
    wanted = list(dict.fromkeys(request.body.ids))
    async with request.change() as tx:
        deleted = await actions.delete(tx, request.project, wanted)
    return json_response({"deleted": deleted, "notFound": [each for each in wanted if each not in deleted]})


async def _check_there(request: ApiRequest[Any, Any]) -> None:
    if await store.find_phrase(request.resources.db, request.project.id, request.path["entry_id"]) is None:
        raise AudioCacheEntryNotFound


def _now(request: ApiRequest[Any, Any]) -> datetime:
    return request.resources.clock.now()


ERRORS = (ProjectNotFound, AudioCacheEntryNotFound)

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
        description="A WAV file, 8 kHz, 16 bit, mono. A phrase that was neither uploaded nor synthesized has none.",
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
        description="A WAV file of at most 6 MB and 60 seconds: 16-bit PCM, one or two channels, 8, 16, 24, 44.1 or "
        "48 kHz. Calls that begin from now on play it.",
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
        "Change what is spoken for a phrase",
        description="It is heard when the phrase has been synthesized again.",
        body=EntryDetails,
        reply=AudioCacheEntry,
        errors=ERRORS,
    ),
    Endpoint(
        "POST",
        f"{ONE}/synthesize",
        synthesize_entry,
        AGENTS,
        "Have a phrase synthesized and kept",
        description="A voice process does it and replaces the audio that there is. Until then `isRequested` is true; "
        "if it fails, all stays as it is.",
        reply=AudioCacheEntry,
        errors=(*ERRORS, AudioCacheFull),
    ),
    Endpoint(  # before those whose path ends in an id: `bulk-delete` is none
        "POST",
        f"{CACHE}/bulk-delete",
        delete_entries,
        AGENTS,
        "Forget phrases and their audio",
        description="At most 20 at once.",
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
        status=204,
        errors=ERRORS,
    ),
)
