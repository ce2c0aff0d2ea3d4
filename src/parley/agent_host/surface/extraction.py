"""Addresses and cities in what the user just said: known ones by comparison, others by asking a model."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from typing import Any, Protocol

from parley.agent_host.surface.errors import ExtractionError


@dataclass
class Address:
    street_number: str | None = None
    street_name: str | None = None
    city: str | None = None
    state: str | None = None
    postcode: str | None = None
    country: str | None = None
    other_fields: dict[str, Any] = field(default_factory=dict)


class PromptLlm(Protocol):
    def __call__(self, prompt: str, *, return_json: bool) -> Any: ...


_PARTS = [part.name for part in fields(Address) if part.name != "other_fields"]
_PROMPT = """Extract {what} from what a caller said. These are alternative transcripts of the same words:
{heard}
{hints}Answer with one JSON object with the keys {keys}; use null for what was not said. Country: {country}."""


def extract_address(
    heard: Sequence[str], known: Sequence[Address], country: str, prompt: PromptLlm, hints: Sequence[str] = ()
) -> Address:
    for text in heard:
        if found := _find_known_address(text, known):
            return found
    candidates = [_format_address(address) for address in known] + list(hints)
    found = _ask_model("a postal address", heard, candidates, country, prompt)
    if not (found.street_name or found.city or found.postcode):
        raise ExtractionError("No address was found in what the caller said.")
    return found


def extract_city(
    heard: Sequence[str], spellings: Sequence[str], states: Sequence[str], country: str, prompt: PromptLlm
) -> Address:
    for text in heard:
        for city in spellings:
            if _mentions(text, city):
                return Address(city=city, state=states[0] if len(states) == 1 else None, country=country)
    hints = [*spellings, *(f"in the state {state}" for state in states)]
    found = _ask_model("the name of a city", heard, hints, country, prompt)
    if not found.city:
        raise ExtractionError("No city was found in what the caller said.")
    return found


def _find_known_address(text: str, known: Sequence[Address]) -> Address | None:
    for address in known:
        parts = [part for part in (address.street_number, address.street_name) if part]
        if parts and all(_mentions(text, part) for part in parts):
            return address
    return None


def _mentions(text: str, words: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(words)}(?!\w)", text, re.IGNORECASE) is not None


def _format_address(address: Address) -> str:
    return " ".join(str(getattr(address, part)) for part in _PARTS if getattr(address, part))


def _ask_model(what: str, heard: Sequence[str], hints: Sequence[str], country: str, prompt: PromptLlm) -> Address:
    if not any(text.strip() for text in heard):
        raise ExtractionError("The caller said nothing.")
    listed = "It is probably one of these:\n" + "\n".join(f"- {hint}" for hint in hints) + "\n" if hints else ""
    spoken = "\n".join(f"- {text}" for text in heard)
    answer = prompt(
        _PROMPT.format(what=what, heard=spoken, hints=listed, keys=", ".join(_PARTS), country=country),
        return_json=True,
    )
    if not isinstance(answer, dict):
        raise ExtractionError("The model did not answer with an address.")
    found = Address(country=country)
    for part in _PARTS:
        if answer.get(part):
            setattr(found, part, str(answer[part]))
    return found
