"""The recording of a call, as a WAV file that is made while it is sent."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from pydantic import BaseModel, Field
from starlette.responses import Response

from parley.build_api.transcripts import require_transcripts
from parley.domain.conversations.model import ConversationsNotFound, row_id
from parley.domain.conversations.redaction import is_redacted
from parley.domain.conversations.store import find_header
from parley.domain.projects.info import ProjectNotFound
from parley.domain.recordings import store
from parley.domain.recordings.model import (
    ConversationsRecordingNotFound,
    Direction,
    HiddenSpan,
    Recording,
    hidden_spans,
)
from parley.domain.recordings.reader import Rendering, read_wav
from parley.domain.recordings.wav import ByteRange, RangeNotSatisfiable, asked_range
from parley.web.endpoint import ApiRequest, Endpoint
from parley.web.groups import AGENTS
from parley.web.responses import Streamed

WAV = "audio/wav"


class AudioQuery(BaseModel):
    direction: Direction = Field(
        default=Direction.COMBINED, description="Both sides in stereo, the caller left; or one of them alone."
    )
    redacted: bool = Field(default=False, description="Silence what is hidden in the record.")


async def read_recording(request: ApiRequest[None, AudioQuery]) -> Response:
    found = row_id(request.path["conversation_id"])
    recording = await _find_recording(request, found)
    require_transcripts(request)
    hidden = await _list_hidden(request, recording) if request.query.redacted else ()
    rendering = Rendering(recording, request.query.direction, hidden, request.query.redacted)
    wanted = asked_range(request.headers.get("range"), rendering.size)
    part = wanted or ByteRange(0, rendering.size)
    headers = {"Accept-Ranges": "bytes", "Content-Length": str(part.end - part.first), "Cache-Control": "no-store"}
    if wanted is not None:
        headers["Content-Range"] = f"bytes {part.first}-{part.end - 1}/{rendering.size}"
    parts = read_wav(request.resources.db, request.resources.dependencies.secret_store.encryptor, rendering, part)
    return Streamed(await anext(parts), parts, headers, media_type=WAV, status=206 if wanted else 200)


async def _find_recording(request: ApiRequest[None, AudioQuery], found: UUID | None) -> Recording:
    header = await find_header(request.resources.db, found) if found else None
    if found is None or header is None or header["project_id"] != request.project.id:
        raise ConversationsNotFound
    recording = await store.find_recording(request.resources.db, found)
    if recording is None:
        raise ConversationsRecordingNotFound
    return recording


async def _list_hidden(request: ApiRequest[None, AudioQuery], recording: Recording) -> Sequence[HiddenSpan]:
    texts = await store.list_texts(request.resources.db, recording.id)
    return hidden_spans(texts, recording.conversation_started_at, is_redacted)


ENDPOINTS = (
    Endpoint(
        "GET",
        "/v1/agents/{agent_id}/conversations/{conversation_id}/audio",
        read_recording,
        AGENTS,
        "The recording of a call",
        query=AudioQuery,
        reply=bytes,
        reply_media_type=WAV,
        other_statuses={206: "The range that was asked for."},
        errors=(ProjectNotFound, ConversationsNotFound, ConversationsRecordingNotFound, RangeNotSatisfiable),
        description="A WAV file, 8 kHz, 16 bit, on the clock of the record: second 0 is its `started_at`. Of a call "
        "that runs, what is written so far. A `Range` header of one range of bytes is honoured.",
    ),
)
