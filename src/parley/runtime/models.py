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
from parley.storage.db import Database

SETTING = "llm"
"""A project's setting: {base_url, model, api_key_secret}; the key itself is a secret of the project."""


@dataclass(frozen=True, slots=True)
class ModelSettings:
    base_url: str | None = None
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
        self._default: Model = self._chain(settings) if settings.base_url else local
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
                base_url=str(override.get("base_url", "")),
                model=str(override.get("model", "")),
                api_key=str(secret) if secret is not None else None,
                fallbacks=tuple(override.get("fallbacks", ())),
            )
        )

    def _chain(self, settings: ModelSettings) -> Model:
        assert settings.base_url is not None, "an endpoint has an address"
        endpoints = [
            OpenAIModel(Endpoint(settings.base_url, model, settings.api_key), self._client)
            for model in (settings.model, *settings.fallbacks)
        ]
        if len(endpoints) == 1:
            return endpoints[0]
        return FallbackModel([Candidate(endpoint.name, endpoint) for endpoint in endpoints])
