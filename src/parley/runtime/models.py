"""Which model answers: the project's own endpoint, else the installation's, else the built-in local responder."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import httpx

from parley.domain.projects.place import Place
from parley.domain.projects.vault import Vault
from parley.providers.llm.fallback import Candidate, FallbackModel
from parley.providers.llm.openai import Endpoint, OpenAIModel
from parley.providers.llm.protocol import Model
from parley.providers.llm.vendors import Vendor, VendorModel
from parley.storage.db import Database

SETTING = "llm"
"""A project's setting: {base_url, model, api_key_secret}; the key itself is a secret of the project."""


@dataclass(frozen=True, slots=True)
class ModelSettings:
    base_url: str | None = None
    provider: str | None = None
    """A vendor with an interface of its own (anthropic, gemini, mistral …), through the extra `vendors`."""
    model: str = ""
    api_key: str | None = None
    fallbacks: tuple[str, ...] = ()
    """Other models of the same endpoint, tried in order when one fails before its first word."""


class Models:
    def __init__(
        self, settings: ModelSettings, local: Model, client: httpx.AsyncClient, db: Database, vault: Vault
    ) -> None:
        self._client = client
        self._db = db
        self._vault = vault
        self._local = local
        self._default: Model = self._chain(settings) if settings.base_url or settings.provider else local
        self._own: dict[tuple[str, str], Model] = {}

    async def of(self, place: Place) -> Model:
        override = place.settings.get(SETTING)
        if not isinstance(override, Mapping) or not override:
            return self._default
        key = (place.id, place.updated_at.isoformat())
        if key not in self._own:
            self._own[key] = await self._made(place, override)
        return self._own[key]

    async def _made(self, place: Place, override: Mapping[str, Any]) -> Model:
        if override.get("provider") == "local":
            return self._local
        secret = await self._vault.get(self._db, place.id, str(override.get("api_key_secret", "")))
        return self._chain(
            ModelSettings(
                base_url=override.get("base_url"),
                provider=override.get("provider"),
                model=str(override.get("model", "")),
                api_key=str(secret) if secret is not None else None,
                fallbacks=tuple(override.get("fallbacks", ())),
            )
        )

    def _chain(self, settings: ModelSettings) -> Model:
        names = (settings.model, *settings.fallbacks)
        candidates = [
            Candidate(name, self._endpoint(settings, name), takes_model_names=position == 0)
            for position, name in enumerate(names)
        ]
        return candidates[0].model if len(candidates) == 1 else FallbackModel(candidates)

    def _endpoint(self, settings: ModelSettings, model: str) -> Model:
        if settings.provider:
            return VendorModel(Vendor(settings.provider, model, settings.api_key, settings.base_url))
        return OpenAIModel(Endpoint(settings.base_url or "", model, settings.api_key), self._client)
