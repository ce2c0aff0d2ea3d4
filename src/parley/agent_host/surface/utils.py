"""`conv.utils`: models, secrets, validation and extraction."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from parley.agent_host.surface import entities, extraction
from parley.agent_host.surface.context import Scene
from parley.agent_host.surface.extraction import Address
from parley.domain.projects.entities import Context


class Utils:
    EntityType = entities.EntityType
    NumericType = entities.NumericType
    EntityConfig = entities.EntityConfig
    NumericConfig = entities.NumericConfig
    QuantityConfig = entities.QuantityConfig
    CurrencyConfig = entities.CurrencyConfig
    NameConfig = entities.NameConfig
    FreeTextConfig = entities.FreeTextConfig
    AlphanumericConfig = entities.AlphanumericConfig
    DateConfig = entities.DateConfig
    EmailConfig = entities.EmailConfig
    TimeConfig = entities.TimeConfig
    PhoneNumberConfig = entities.PhoneNumberConfig
    EnumConfig = entities.EnumConfig

    def __init__(self, scene: Scene) -> None:
        self._scene = scene

    def prompt_llm(
        self,
        prompt: str,
        *,
        show_history: bool = False,
        return_json: bool = False,
        model: str | None = None,
        **_: Any,
    ) -> Any:
        question = {
            "prompt": str(prompt),
            "show_history": bool(show_history),
            "return_json": bool(return_json),
            "model": None if model is None else str(model),
        }
        answer = self._scene.ask("prompt_llm", question)
        if return_json and isinstance(answer, str):
            return _parsed(answer)
        return answer

    def get_secret(self, secret_name: str) -> Any:
        return self._scene.ask("secret", {"name": str(secret_name)}, subject=str(secret_name))

    def validate_entity(self, value: object, entity_config: Any) -> entities.EntityValidationResponse:
        context = Context(self._scene.now().date(), self._scene.view.language)
        return entities.validate(value, entities.configured(entity_config), context)

    def extract_address(self, addresses: Sequence[Address] | None = None, country: str = "US") -> Address:
        return extraction.extract_address(self._heard(), addresses or (), country, self.prompt_llm)

    def extract_city(
        self, city_spellings: Sequence[str] | None = None, states: Sequence[str] | None = None, country: str = "US"
    ) -> Address:
        return extraction.extract_city(self._heard(), city_spellings or (), states or (), country, self.prompt_llm)

    def geocode_address(self, full_address: str, provider: str = "google_maps") -> Address:
        raise NotImplementedError("No geocoding service is configured.")

    def extract_and_geocode_address(
        self,
        country: str = "US",
        postcodes: Sequence[str] | None = None,
        biases: Sequence[str] | None = None,
        provider: str = "google_maps",
    ) -> Address:
        raise NotImplementedError("No geocoding service is configured.")

    def _heard(self) -> list[str]:
        view = self._scene.view
        if view.transcript_alternatives:
            return list(view.transcript_alternatives)
        return [line.text for line in view.recent if line.role == "user"][-1:]


def _parsed(answer: str) -> Any:
    """Models like to wrap JSON in a code block; text that is no JSON at all is given back as it is."""
    text = answer.strip().removeprefix("```json").removeprefix("```").removesuffix("```")
    try:
        return json.loads(text)
    except ValueError:
        return answer
