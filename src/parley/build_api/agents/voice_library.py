"""The voices that agents of an account can speak with: those of the engines, and those of providers under a name."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, StringConstraints
from starlette.responses import Response

from parley.domain.accounts.model import AccountNotFound
from parley.domain.voices import actions, store
from parley.domain.voices.model import (
    EngineVoice,
    Speech,
    TooManyVoices,
    Voice,
    VoiceFilter,
    VoiceNotFound,
    VoiceOfEngine,
    VoiceSampleNotFound,
    to_json,
)
from parley.web.endpoint import ApiRequest, Endpoint
from parley.web.groups import ACCOUNTS, AccountInsufficientPermissions
from parley.web.inputs import Flag, LanguageTag
from parley.web.responses import json_response

VoiceName = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=100)]
Provider = Annotated[str, Field(pattern=r"^[a-z0-9_-]+$", max_length=64, examples=["elevenlabs"])]
ProviderVoice = Annotated[str, Field(min_length=1, max_length=200, examples=["JBFqnCBsd6RMkjVDRZzb"])]
Languages = Annotated[list[LanguageTag], Field(max_length=100)]
Description = Annotated[str, Field(max_length=2_000)]
Sample = Annotated[
    str, Field(pattern=r"^https?://[!-~]+$", max_length=2_000, examples=["https://example.com/voices/nora.wav"])
]


class NewVoice(BaseModel):
    model_config = ConfigDict(extra="forbid")

    name: VoiceName
    provider: Provider = Field(description="As voices of agents name it.")
    providerVoiceId: ProviderVoice
    languages: Languages = []
    description: Description = ""
    sampleUrl: Sample | None = Field(default=None, description="Where it can be heard.")


class VoiceChanges(BaseModel):
    model_config = ConfigDict(extra="forbid")

    name: VoiceName | None = None
    provider: Provider | None = None
    providerVoiceId: ProviderVoice | None = None
    languages: Languages | None = None
    description: Description | None = None
    sampleUrl: Sample | None = Field(default=None, description="Null takes it away; null of the others leaves them.")


class VoiceRecord(BaseModel):
    voiceId: str
    name: str
    provider: str
    providerVoiceId: str
    languages: list[str] = Field(description="Empty: whatever its provider makes of it.")
    description: str
    sampleUrl: str | None
    isCustom: bool = Field(
        description="An account has named it; false: it is a voice of an engine of this installation."
    )
    isAvailable: bool = Field(description="A voice process that runs now can speak with this provider.")
    createdAt: str | None
    updatedAt: str | None


class VoiceReply(BaseModel):
    voice: VoiceRecord


class VoiceList(BaseModel):
    voices: list[VoiceRecord]
    count: int = Field(description="Of all that are meant.")
    limit: int
    offset: int


class VoiceSample(BaseModel):
    sampleUrl: str


class VoicesQuery(BaseModel):
    provider: Annotated[str, Field(max_length=64)] | None = None
    language: LanguageTag | None = Field(default=None, description="One without a region stands for all its regions.")
    isCustom: Flag | None = None
    search: Annotated[str, Field(max_length=200)] = Field(
        default="", description="In its name and its provider's name."
    )
    limit: int = Field(default=50, ge=1, le=500)
    offset: int = Field(default=0, ge=0, le=100_000)


COLUMNS = {"providerVoiceId": "provider_voice_id", "sampleUrl": "sample_url"}


async def list_voices(request: ApiRequest[None, VoicesQuery]) -> Response:
    query, speech = request.query, await _speech(request)
    wanted = VoiceFilter(query.provider, query.language, query.isCustom, query.search)
    own = await store.list_voices(request.resources.db, request.caller.account_id)
    found = list(wanted.apply([*own, *speech.voices]))
    page = found[query.offset : query.offset + query.limit]
    return json_response({
        "voices": [to_json(each, speech) for each in page],
        "count": len(found),
        "limit": query.limit,
        "offset": query.offset,
    })  # fmt: skip


async def create_voice(request: ApiRequest[NewVoice, None]) -> Response:
    _check_account_key(request)
    speech, now = await _speech(request), request.resources.clock.now()
    async with request.change() as tx:
        voice = await actions.create_voice(tx, request.caller.account_id, _columns(request.body.model_dump()), now)
    return json_response({"voice": to_json(voice, speech)})


async def read_voice(request: ApiRequest[None, None]) -> Response:
    speech = await _speech(request)
    return json_response({"voice": to_json(await _find(request, speech), speech)})


async def change_voice(request: ApiRequest[VoiceChanges, None]) -> Response:
    _check_account_key(request)
    speech, now, voice_id = await _speech(request), request.resources.clock.now(), request.path["voice_id"]
    if speech.find(voice_id) is not None:
        raise VoiceOfEngine
    given = request.body.model_dump(exclude_unset=True)
    changes = _columns({name: each for name, each in given.items() if each is not None or name == "sampleUrl"})
    async with request.change() as tx:
        voice = await actions.change_voice(tx, request.caller.account_id, voice_id, changes, now)
    return json_response({"voice": to_json(voice, speech)})


async def read_voice_sample(request: ApiRequest[None, None]) -> Response:
    voice = await _find(request, await _speech(request))
    if not isinstance(voice, Voice) or voice.sample_url is None:
        raise VoiceSampleNotFound
    return json_response({"sampleUrl": voice.sample_url})


async def _speech(request: ApiRequest[Any, Any]) -> Speech:
    return await store.find_speech(request.resources.db, request.resources.clock.now())


async def _find(request: ApiRequest[Any, Any], speech: Speech) -> Voice | EngineVoice:
    voice_id = request.path["voice_id"]
    own = await store.find_voice(request.resources.db, request.caller.account_id, voice_id)
    found = own or speech.find(voice_id)
    if found is None:
        raise VoiceNotFound
    return found


def _check_account_key(request: ApiRequest[Any, Any]) -> None:
    if request.key.scope.names_projects:
        raise AccountInsufficientPermissions("A key for certain agents names no voices for all.")


def _columns(given: dict[str, Any]) -> dict[str, Any]:
    found = {COLUMNS.get(name, name): each for name, each in given.items()}
    return found | {"languages": tuple(found["languages"])} if "languages" in found else found


LIBRARY = "/v1/accounts/{account_id}/voice-library"
ONE = f"{LIBRARY}/{{voice_id}}"

ENDPOINTS = (
    Endpoint(
        "GET",
        LIBRARY,
        list_voices,
        ACCOUNTS,
        "The voices that agents of an account can speak with",
        description="First those that the account has named, then those that the engines of the running voice "
        "processes have.",
        query=VoicesQuery,
        reply=VoiceList,
        errors=(AccountNotFound,),
    ),
    Endpoint(
        "POST",
        LIBRARY,
        create_voice,
        ACCOUNTS,
        "Name a voice of a provider",
        description="An agent that is created with its id speaks with it, if the provider is there.",
        body=NewVoice,
        reply=VoiceReply,
        errors=(AccountNotFound, TooManyVoices),
    ),
    Endpoint(
        "GET",
        ONE,
        read_voice,
        ACCOUNTS,
        "One voice",
        description="One that the account has named, or one of an engine.",
        reply=VoiceReply,
        errors=(AccountNotFound, VoiceNotFound),
    ),
    Endpoint(
        "PATCH",
        ONE,
        change_voice,
        ACCOUNTS,
        "Change a voice that the account has named",
        description="What is left out stays. Agents that were created with it keep what it was.",
        body=VoiceChanges,
        reply=VoiceReply,
        errors=(AccountNotFound, VoiceNotFound, VoiceOfEngine),
    ),
    Endpoint(
        "GET",
        f"{ONE}/sample",
        read_voice_sample,
        ACCOUNTS,
        "Where a voice can be heard",
        description="The address that was given with it. Voices of engines have none.",
        reply=VoiceSample,
        errors=(AccountNotFound, VoiceNotFound, VoiceSampleNotFound),
    ),
)
