"""New agents over HTTP: from a greeting and some settings, or as a copy. They are files from the beginning."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any

import orjson
import yaml
from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import Response

from parley.build_api.agents.deployments import author, read_artifact
from parley.build_api.agents.listing import Agent, agent_json
from parley.domain.accounts.model import PROJECT_PREFIXES, AccountNotFound, SlugInvalid, SlugTaken
from parley.domain.deployments import actions as deployments
from parley.domain.deployments.model import SEQUENCE, DeploymentsValidationFailed
from parley.domain.deployments.store import find_published
from parley.domain.projects import actions
from parley.domain.projects.files import Bundle, bundle_files, unpack
from parley.domain.projects.info import ProjectInfo, ProjectNotFound
from parley.domain.projects.loader import load_project
from parley.domain.voices import store as voices
from parley.kit.errors import FieldError, ParleyError
from parley.kit.ids import random_hex
from parley.storage.db import Connection
from parley.web.endpoint import ApiRequest, Endpoint
from parley.web.groups import ACCOUNTS, AGENTS, AccountInsufficientPermissions
from parley.web.inputs import Attributes, LanguageTag
from parley.web.responses import json_response

AgentName = Annotated[str, Field(min_length=1, max_length=100)]
AgentId = Annotated[str, Field(pattern=r"^[a-zA-Z0-9-]+$", min_length=1, max_length=60)]
GREETING, EXPERIMENTAL, START = (
    "voice/configuration.yaml",
    "agent_settings/experimental_config.json",
    "functions/start_function.py",
)
LONGEST_SLUG = 40


class ProjectIdAlreadyExists(ParleyError):
    """There is an agent with this id already."""

    status = 409


class ProjectIdInvalid(ParleyError):
    """An agent cannot have this id: it is a reserved word."""

    status = 400


class ResponseSettings(BaseModel):
    greeting: Annotated[str, Field(min_length=1, max_length=10_000)]
    languageCode: LanguageTag = "en-GB"


class VoiceSettings(BaseModel):
    voiceId: Annotated[str, Field(min_length=1, max_length=255)]


class LlmSettings(BaseModel):
    modelId: Annotated[str, Field(max_length=255)] | None = None


class ExperimentalFeatures(BaseModel):
    id: Annotated[str, Field(max_length=255)]
    features: Attributes
    active: bool


class ExperimentalConfig(BaseModel):
    configs: Annotated[list[ExperimentalFeatures], Field(max_length=20)] = []


class NewAgent(BaseModel):
    name: AgentName
    responseSettings: ResponseSettings
    agentId: AgentId | None = Field(default=None, description="Becomes the agent's slug. Omitted: made from its name.")
    voiceSettings: VoiceSettings | None = Field(
        default=None, description="One of the voice library, or a provider's; set by the agent's start function."
    )
    llmSettings: LlmSettings | None = None
    experimentalConfig: ExperimentalConfig | None = Field(default=None, description="The features of active ones.")


class Duplicate(BaseModel):
    model_config = ConfigDict(extra="forbid")

    newAgentName: AgentName
    newAgentId: AgentId | None = None


@dataclass(frozen=True, slots=True)
class _NewProject:
    id: str
    account_id: str
    name: str
    settings: Mapping[str, Any]


async def create_agent(request: ApiRequest[NewAgent, None]) -> Response:
    asked = request.body
    voice = await _voice_of(request, asked.voiceSettings) if asked.voiceSettings else ""
    return await _begin(request, asked.name, asked.agentId, _first_files(asked, voice), {})


async def _voice_of(request: ApiRequest[NewAgent, None], wanted: VoiceSettings) -> str:
    """What a function says to have it: one of the library, or else whatever its name means to a provider."""
    db, voice_id = request.resources.db, wanted.voiceId
    own = await voices.find_voice(db, request.caller.account_id, voice_id)
    found = own or (await voices.find_speech(db, request.resources.clock.now())).find(voice_id)
    return f"CustomVoice({found.provider!r}, {found.provider_voice_id!r})" if found else repr(voice_id)


async def duplicate_agent(request: ApiRequest[Duplicate, None]) -> Response:
    source, asked = request.project, request.body
    published = await find_published(request.resources.db, source.id)
    files: dict[str, bytes] = {}
    if published is not None:
        packed = await read_artifact(request.resources, published)
        files = dict((await asyncio.to_thread(unpack, packed)).files)
    ids = {} if published is None else published.record_ids
    return await _begin(request, asked.newAgentName, asked.newAgentId, files, source.settings, ids)


async def _begin(
    request: ApiRequest[Any, None],
    name: str,
    wanted: str | None,
    files: Mapping[str, bytes],
    settings: Mapping[str, Any],
    record_ids: Mapping[str, Any] | None = None,
) -> Response:
    if request.key.scope.names_projects:
        raise AccountInsufficientPermissions("A key for certain agents makes no others.")
    resources, now = request.resources, request.resources.clock.now()
    new = _NewProject(f"{PROJECT_PREFIXES[0]}{random_hex(8)}", request.caller.account_id, name, settings)
    # Loading a project may take seconds: neither in the transaction nor on the event loop.
    bundle = await asyncio.to_thread(_bundle, {**files, "project.yaml": _identity(new, files)})
    async with request.change() as tx:
        project_info = await _insert(tx, new, wanted, resources.settings.region)
        await deployments.publish(
            tx,
            project_info,
            bundle,
            SEQUENCE[0],
            now=now,
            created_by=author(request.key),
            message="New agent",
            record_ids=record_ids,
        )
    found = await resources.tenants.project(project_info.account_id, project_info.id)
    return json_response(agent_json(found))


async def _insert(tx: Connection, new: _NewProject, wanted: str | None, region: str) -> ProjectInfo:
    """Under the slug that was asked for; where none was, under one like its name that is free."""
    plain = wanted or _slug(new.name)
    for slug in [plain] if wanted else [plain, f"agent-{plain}-{random_hex(6)}"]:
        try:
            return await actions.create_project(
                tx, new.account_id, slug, region, name=new.name, project_id=new.id, settings=new.settings
            )
        except SlugInvalid:
            if wanted:
                raise ProjectIdInvalid from None
        except SlugTaken:
            if wanted:
                raise ProjectIdAlreadyExists from None
    raise ProjectIdAlreadyExists


def _slug(name: str) -> str:
    plain = re.sub(r"[^a-z0-9]+", "-", name.lower())[:LONGEST_SLUG].strip("-")
    return plain if len(plain) > 1 else f"agent-{random_hex(6)}"


def _first_files(asked: NewAgent, voice: str) -> dict[str, bytes]:
    spoken = asked.responseSettings
    greeting = {"greeting": {"welcome_message": spoken.greeting, "language_code": spoken.languageCode}}
    files = {GREETING: _yaml(greeting)}
    finer: dict[str, Any] = {}
    for config in asked.experimentalConfig.configs if asked.experimentalConfig else ():
        if config.active:
            finer |= config.features
    if asked.llmSettings and asked.llmSettings.modelId:
        finer["llm"] = {**(finer.get("llm") or {}), "provider_model_id": asked.llmSettings.modelId}
    if finer:
        files[EXPERIMENTAL] = orjson.dumps(finer, option=orjson.OPT_INDENT_2) + b"\n"
    if voice:
        body = f"    conv.set_voice({voice})\n"
        files[START] = f"from _gen import *\n\n\ndef start_function(conv: Conversation):\n{body}".encode()
    return files


def _identity(new: _NewProject, files: Mapping[str, bytes]) -> bytes:
    """What a folder of it says of whose it is; other keys of a copied one stay."""
    known = yaml.safe_load(files["project.yaml"]) if "project.yaml" in files else {}
    mine = {
        "project_id": new.id,
        "account_id": new.account_id,
        "project_name": new.name,
    }
    return _yaml({**(known if isinstance(known, dict) else {}), **mine})


def _yaml(content: Mapping[str, Any]) -> bytes:
    text: str = yaml.safe_dump(dict(content), sort_keys=False, allow_unicode=True)
    return text.encode()


def _bundle(files: Mapping[str, bytes]) -> Bundle:
    bundle, problems = bundle_files(files)
    if bundle is not None:
        project, found = load_project(bundle)
        if project is not None:
            return bundle
        problems = [*problems, *found]
    fields = [FieldError(problem.path or "files", problem.message) for problem in problems]
    raise DeploymentsValidationFailed(fields=fields)


MADE = (ProjectIdAlreadyExists, ProjectIdInvalid, DeploymentsValidationFailed)

ENDPOINTS = (
    Endpoint(
        "POST",
        "/v1/accounts/{account_id}/agents",
        create_agent,
        ACCOUNTS,
        "Make an agent",
        body=NewAgent,
        reply=Agent,
        errors=(AccountNotFound, *MADE),
        description="It answers in the sandbox at once. What was sent becomes the first version of its files.",
    ),
    Endpoint(
        "POST",
        "/v1/agents/{agent_id}/duplicate",
        duplicate_agent,
        AGENTS,
        "Make an agent like another",
        body=Duplicate,
        reply=Agent,
        errors=(ProjectNotFound, AccountInsufficientPermissions, *MADE),
        description="With its settings and with the files that were published last. Secrets, numbers, connectors and "
        "edited real-time configuration are not copied.",
    ),
)
