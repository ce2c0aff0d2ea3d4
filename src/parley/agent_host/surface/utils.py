"""`conv.utils`: models, secrets, validation and extraction."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from parley.agent_host.protocol import HostServiceError
from parley.agent_host.surface import entities, extraction
from parley.agent_host.surface.context import CallContext
from parley.agent_host.surface.errors import ChatCompletionError, to_agent_error
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

    def __init__(self, context: CallContext) -> None:
        self._context = context

    def prompt_llm(
        self,
        prompt: str,
        *,
        show_history: bool = False,
        return_json: bool = False,
        model: str | None = None,
        **_: Any,
    ) -> Any:
        named = None if model is None else str(model)
        try:
            answer = self._context.services.prompt_llm(str(prompt), bool(show_history), bool(return_json), named)
        except HostServiceError as error:
            raise to_agent_error(error, ChatCompletionError) from None
        if return_json and isinstance(answer, str):
            return _parse_json(answer)
        return answer

    def get_secret(self, secret_name: str) -> Any:
        name = str(secret_name)
        try:
            return self._context.services.secret(name)
        except HostServiceError as error:
            raise to_agent_error(error, secret_name=name) from None

    def validate_entity(self, value: object, entity_config: Any) -> entities.EntityValidationResponse:
        context = Context(self._context.now().date(), self._context.view.language)
        return entities.validate(value, entities.read_config(entity_config), context)

    def extract_address(self, addresses: Sequence[Address] | None = None, country: str = "US") -> Address:
        return extraction.extract_address(self._transcripts(), addresses or (), country, self.prompt_llm)

    def extract_city(
        self, city_spellings: Sequence[str] | None = None, states: Sequence[str] | None = None, country: str = "US"
    ) -> Address:
        return extraction.extract_city(
            self._transcripts(), city_spellings or (), states or (), country, self.prompt_llm
        )

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

    def _transcripts(self) -> list[str]:
        view = self._context.view
        if view.transcript_alternatives:
            return list(view.transcript_alternatives)
        return [line.text for line in view.recent if line.role == "user"][-1:]


def _parse_json(answer: str) -> Any:
    """Models like to wrap JSON in a code block; text that is no JSON at all is given back as it is."""
    text = answer.strip().removeprefix("```json").removeprefix("```").removesuffix("```")
    try:
        return json.loads(text)
    except ValueError:
        return answer
