"""Which model answers: the project's own endpoint, else the installation's, else the built-in local responder."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

import httpx

from parley.domain.projects.info import ProjectInfo
from parley.domain.projects.secret_store import SecretStore
from parley.kit.clock import Clock
from parley.providers.llm.fallback import Candidate, FallbackModel
from parley.providers.llm.openai import Endpoint, OpenAIModel, Timeouts
from parley.providers.llm.protocol import Model
from parley.providers.llm.vendors import Vendor, VendorModel
from parley.providers.local_model.catalogue import MODELS
from parley.providers.local_model.model import InstalledModels
from parley.storage.db import Database

SETTING = "llm"
"""A project's setting: {base_url or provider, model, fallbacks, api_key_secret}; the key itself is a secret of the
project, named by the last."""

KEEP_SECONDS = 30.0
"""A changed secret is noticed within this time."""


@dataclass(frozen=True, slots=True)
class ModelSettings:
    base_url: str | None = None
    provider: str | None = None
    """A vendor with an interface of its own (anthropic, gemini, mistral …), through the extra `vendors`; or a model on
    this machine (small)."""
    model: str = ""
    api_key: str | None = None
    fallbacks: tuple[str, ...] = ()
    """Other models of the same endpoint, tried in order when one fails before its first word."""

    first_word_seconds: float = 20.0
    seconds: float = 60.0

    @property
    def is_set(self) -> bool:
        """False: the built-in local responder answers."""
        return bool(self.base_url or self.provider)


@dataclass(frozen=True, slots=True)
class _Own:
    model: Model
    of: datetime
    """The moment of the project's settings that it was made from."""
    until: float


class Models:
    def __init__(
        self,
        settings: ModelSettings,
        local: Model,
        installed: InstalledModels,
        client: httpx.AsyncClient,
        db: Database,
        secret_store: SecretStore,
        clock: Clock,
    ) -> None:
        self._client = client
        self._db = db
        self._secret_store = secret_store
        self._local = local
        self._installed = installed
        self._default: Model = chain(settings, client, installed) if settings.is_set else local
        self._clock = clock
        self._settings = settings
        self._own: dict[str, _Own] = {}

    async def of(self, project: ProjectInfo) -> Model:
        override = project.settings.get(SETTING)
        if not isinstance(override, Mapping) or not override:
            return self._default
        now = self._clock.monotonic()
        known = self._own.get(project.id)
        if known is None or known.of != project.updated_at or known.until < now:
            known = _Own(await self._made(project, override), project.updated_at, now + KEEP_SECONDS)
            self._own[project.id] = known
        return known.model

    async def _made(self, project: ProjectInfo, override: Mapping[str, Any]) -> Model:
        if override.get("provider") == "local":
            return self._local
        secret = await self._secret_store.get(self._db, project.id, str(override.get("api_key_secret", "")))
        return chain(
            replace(
                self._settings,
                base_url=override.get("base_url"),
                provider=override.get("provider"),
                model=str(override.get("model", "")),
                api_key=str(secret) if secret is not None else None,
                fallbacks=tuple(override.get("fallbacks", ())),
            ),
            self._client,
            self._installed,
        )


def chain(settings: ModelSettings, client: httpx.AsyncClient, installed: InstalledModels) -> Model:
    """The endpoint's model, with its fallbacks behind it; or one on this machine, which has none."""
    if settings.provider in MODELS:
        return installed.find(settings.provider)
    names = (settings.model, *settings.fallbacks)
    candidates = [
        # A model that the project names is one of the first endpoint's; a fallback answers as itself.
        Candidate(name, _endpoint(settings, name, client), takes_model_names=position == 0)
        for position, name in enumerate(names)
    ]
    return candidates[0].model if len(candidates) == 1 else FallbackModel(candidates)


def _endpoint(settings: ModelSettings, model: str, client: httpx.AsyncClient) -> Model:
    if settings.provider:
        vendor = Vendor(
            settings.provider,
            model,
            settings.api_key,
            settings.base_url,
            whole_timeout=settings.seconds,
            first_piece_timeout=settings.first_word_seconds,
        )
        return VendorModel(vendor)
    timeouts = Timeouts(first_piece=settings.first_word_seconds, whole=settings.seconds)
    return OpenAIModel(Endpoint(settings.base_url or "", model, settings.api_key, timeouts=timeouts), client)
