"""A slot: an entity of a step or a parameter of a tool, with all that helps to recognise its value."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import time
from enum import StrEnum
from typing import Any

from parley.kit.dates.reading import is_birth
from parley.kit.dates.times import Hours
from parley.local_responder.bounds import MAX_DESCRIPTION, MAX_OPTIONS, shorten_runs
from parley.local_responder.prompts.phrasing import USER
from parley.local_responder.slots.contacts import phone_region
from parley.providers.llm.protocol import Slot, Tool


class SlotKind(StrEnum):
    DATE = "date"
    TIME = "time"
    PHONE = "phone"
    EMAIL = "email"
    NAME = "name"
    NUMBER = "number"
    PEOPLE = "people"
    BOOLEAN = "boolean"
    CHOICE = "choice"
    CODE = "code"
    ADDRESS = "address"
    WORDS = "words"
    """The user's own words: a reason, a question, a summary."""
    TEXT = "text"
    """Something that only an answer to a question can be."""


@dataclass(frozen=True, slots=True)
class SlotSpec:
    name: str
    kind: SlotKind
    description: str = ""
    type: str = "string"
    """Of the JSON value."""
    options: tuple[str, ...] = ()
    pattern: str = ""
    """A regular expression that the whole value matches."""
    minimum: float | None = None
    maximum: float | None = None
    decimal: bool = False
    regions: tuple[str, ...] = ()
    """Whose telephone numbers; empty for those of the user's own country."""
    hours: Hours = field(default_factory=Hours)
    default: Any = None
    """What the description says to pass when the value is not known."""

    @property
    def spoken_name(self) -> str:
        """The name as words: party_size → party size."""
        return re.sub(r"(?<=[a-z])(?=[A-Z])|[_\-\s]+", " ", self.name).strip().lower()

    @property
    def words(self) -> str:
        return f"{self.spoken_name} {self.description}".lower()

    @property
    def limits(self) -> tuple[str, str] | None:
        """Between which values it has to be, as they are said."""
        if self.kind is SlotKind.TIME and self.hours != Hours():
            return _spoken_time(self.hours.opens), _spoken_time(self.hours.closes)
        if self.minimum is not None and self.maximum is not None:
            return f"{self.minimum:g}", f"{self.maximum:g}"
        return None

    @property
    def lies_in_past(self) -> bool:
        return is_birth(self.words)

    @property
    def name_part(self) -> str:
        if re.search(r"\bfull\b|\b(?:first|given) (?:and|&) (?:last|family)", self.words):
            return "full"
        found = re.search(r"\b(first|given|last|family|sur)[ _-]?name", self.words)
        return {"first": "first", "given": "first"}.get(found[1], "last") if found else "full"


def _spoken_time(moment: time) -> str:
    """7 pm, 7:30 pm."""
    spoken = f"{moment:%I:%M %p}" if moment.minute else f"{moment:%I %p}"
    return spoken.lstrip("0").lower()


_OPTION_LIST = re.compile(
    r"\b(?:one of|either|options?(?: are)?|allowed values?|values?|must be|can be)\b:?\s*(?P<list>[^.;\n]+)", re.I
)
_COLON_LIST = re.compile(
    r":\s*(?P<list>[\w'\-]+(?: [\w'\-]+){0,2}(?:, [\w'\-]+(?: [\w'\-]+){0,2})*,? or [\w'\-]+(?: "
    r"[\w'\-]+){0,2})\s*(?:[.;)]|$)"
)
_ITEM = r"(?!(?:the|our|your|these|those|its|a|an|in|at|on|of|is)\b)[\w'’\-]+(?: (?!or\b)[\w'’\-]+){0,2}"
_BARE_LIST = re.compile(
    rf"\b(?:one of|either|options(?: are)?|(?:allowed |possible )?values(?: are)?)\b:?\s*"
    rf"(?P<list>{_ITEM}(?:(?:, | / | \| |,? or ){_ITEM})+)\s*(?=[.;)(\n]|$)",
    re.IGNORECASE,
)
"""Options without quotes: "One of: small, family, van"."""
_QUOTED = re.compile(r"[\"'“‘`]([^\"'”’`]{1,40})[\"'”’`]")
_SENTINEL = re.compile(
    r"(?:use|pass|put|set(?: it)? to|otherwise|or|else|leave(?: it)?|default(?:s)?(?: is| to)?|"
    r"send)\s+(?:an? )?[\"'“`]?"
    r"(?P<value>NA|N/A|none|null|unknown|empty(?: string)?|blank|-|0|not provided|false|true)[\"'”`]?"
    r"(?=\s*(?:$|[.,;)]|if|when|otherwise|unless|for))",
    re.IGNORECASE,
)
_BARE_SENTINEL = re.compile(
    r"(?:^|[.;,(]\s*)[\"'“`]?(?P<value>NA|N/A|none|unknown|-|0|empty(?: string)?|blank)[\"'”`]? (?:if|"
    r"when|otherwise)\b",
    re.IGNORECASE,
)
_OPTIONAL = re.compile(r"\boptional\b|\bif (?:given|known|provided|mentioned|available|any)\b", re.IGNORECASE)
_PERSON = (
    r"(?:first|last|full|given|family|user|customer|caller|patient|guest|contact|client|person|"
    r"booking|reservation|holder|their|your)"
)

# The first that matches counts: an e-mail address is no address, and a phone number no code.
_KINDS: tuple[tuple[SlotKind, str], ...] = (
    (SlotKind.EMAIL, r"\be-?mail\b"),
    (
        SlotKind.WORDS,
        r"^(?:reason|summary|question|query|message|notes?|details|request|issue|problem|comments?|"
        r"utterance|intent|topic)\b"
        r"|\b(?:reason|summary|question|request)$",
    ),
    (SlotKind.PHONE, r"\b(?:phone|mobile|telephone)\b|\b(?:cell|callback|contact) number\b"),
    (SlotKind.NAME, rf"^(?:full |sur)?name$|\b{_PERSON} ?name\b|\bsurname\b"),
    (SlotKind.PEOPLE, r"\b(?:party|people|guests?|persons?|covers|diners|seats|attendees)\b"),
    (SlotKind.DATE, r"\b(?:date|day|dob|birthday|birth)\b"),
    (SlotKind.TIME, r"\b(?:time|hour)\b"),
    (
        SlotKind.CODE,
        r"\b(?:code|number|id|reference|confirmation|zip|postal|postcode|pin|ssn|account|policy|digits|"
        r"serial|vin)\b",
    ),
    (SlotKind.ADDRESS, r"\b(?:address|street)\b"),
)


_BARE_NOUN = re.compile(r"number|id|code|reference|digits", re.IGNORECASE)
"""Names of parameters that leave open whose number it is."""
_OWNED_NOUN = re.compile(
    rf"\b(?:the|an?|their|{USER}'s) (?P<thing>[a-z]+ (?P<noun>number|id|code|reference|digits))\b", re.IGNORECASE
)


def parameter_specs(tool: Tool) -> list[SlotSpec]:
    properties = tool.parameters.get("properties")
    if not isinstance(properties, Mapping):
        return []
    required = tool.parameters.get("required")
    specs = [
        parameter_spec(name, schema if isinstance(schema, Mapping) else {}, not required or name in required)
        for name, schema in properties.items()
    ]
    return [_name_by_tool(spec, tool) if _BARE_NOUN.fullmatch(spec.name) else spec for spec in specs]


def _name_by_tool(spec: SlotSpec, tool: Tool) -> SlotSpec:
    """ "number" of a tool that "saves the loyalty number" is the loyalty number."""
    owned = _OWNED_NOUN.search(tool.description)
    is_said = owned is None or owned["noun"].lower() != spec.name.lower() or owned["thing"] in spec.description
    return spec if owned is None or is_said else replace(spec, description=f"The {owned['thing']}. {spec.description}")


def parameter_spec(name: str, schema: Mapping[str, Any], required: bool = True) -> SlotSpec:
    description = shorten_runs(str(schema.get("description") or "")[:MAX_DESCRIPTION])
    type_ = schema.get("type")
    type_ = type_ if isinstance(type_, str) else "string"
    options = _find_options(schema, description) if type_ == "string" else ()
    spec = SlotSpec(name, SlotKind.TEXT, description, type_, options, str(schema.get("pattern") or ""))
    kind = SlotKind.CHOICE if options else _classify(spec)
    default = _find_default(description, type_, required)
    return SlotSpec(name, kind, description, type_, options, spec.pattern, decimal=type_ == "number", default=default)


def entity_spec(slot: Slot) -> SlotSpec:
    config = slot.config
    options = config.get("options")
    hours = Hours.read(config.get("start_time"), config.get("end_time"))
    codes = config.get("country_codes")
    regions = tuple(phone_region(str(code)) for code in codes) if isinstance(codes, list) and codes else ()
    return SlotSpec(
        slot.name,
        _SLOT_KINDS.get(slot.type, SlotKind.TEXT) if slot.type != "numeric" else _numeric_kind(slot),
        slot.description[:MAX_DESCRIPTION],
        options=tuple(map(str, options[:MAX_OPTIONS])) if isinstance(options, list) else (),
        pattern=_code_pattern(config) if slot.type == "alphanumeric" else "",
        minimum=_parse_limit(config.get("min")),
        maximum=_parse_limit(config.get("max")),
        decimal=bool(config.get("has_decimal")),
        regions=regions,
        hours=hours,
    )


def _code_pattern(config: Mapping[str, Any]) -> str:
    kind = str(config.get("validation_type") or "").lower()
    known = next((pattern for name, pattern in _POSTAL.items() if kind.startswith(name)), "")
    return str(config.get("regular_expression") or "") or known


_POSTAL = {
    "zip": r"\d{5}(?:-\d{4})?",
    "postal": r"[A-Za-z]{1,2}\d[A-Za-z\d]? ?\d[A-Za-z]{2}|[A-Za-z]\d[A-Za-z] ?\d[A-Za-z]\d|\d{4} ?[A-Za-z]{2}|\d{4,6}",
}
"""Postal codes of the United Kingdom, Canada and the Netherlands, and those that are digits."""

_SLOT_KINDS = {
    "alphanumeric": SlotKind.CODE,
    "enum": SlotKind.CHOICE,
    "date": SlotKind.DATE,
    "phone_number": SlotKind.PHONE,
    "time": SlotKind.TIME,
    "address": SlotKind.ADDRESS,
    "free_text": SlotKind.TEXT,
    "name_config": SlotKind.NAME,
    "name": SlotKind.NAME,
}


def _numeric_kind(slot: Slot) -> SlotKind:
    return (
        SlotKind.PEOPLE
        if re.search(dict(_KINDS)[SlotKind.PEOPLE], f"{slot.name} {slot.description}".lower())
        else SlotKind.NUMBER
    )


def _classify(spec: SlotSpec) -> SlotKind:
    if spec.type == "boolean":
        return SlotKind.BOOLEAN
    matched = _first_kind(spec.spoken_name) or _first_kind(_head_phrase(spec.description.lower()))
    if spec.type in ("integer", "number"):
        if spec.type == "integer" and _CLOCK_HOUR.fullmatch(spec.spoken_name):
            return SlotKind.TIME
        return SlotKind.PEOPLE if matched is SlotKind.PEOPLE else SlotKind.NUMBER
    return _kind_of_form(spec.description) or matched or SlotKind.TEXT


_CLOCK_HOUR = re.compile(r"(?:\w+ )?hour(?: of day)?")
_FORMS = (
    (SlotKind.DATE, re.compile(r"\bY{4}[-/.]?M{2}|\bD{2}[-/.]M{2}\b|\bM{2}[-/.]D{2}\b|\bISO(?:[- ]?8601)?[- ]date\b")),
    (SlotKind.TIME, re.compile(r"\bH{1,2}:M{2}\b")),
)


def _kind_of_form(description: str) -> SlotKind | None:
    """What a value is that has to be written as YYYY-MM-DD, whatever it is called."""
    found = [kind for kind, form in _FORMS if form.search(description)]
    return found[0] if len(found) == 1 else None


def _head_phrase(description: str) -> str:
    """What a description says the thing is, without what it belongs to: "the date" of "the date the user wants"."""
    return re.split(rf"[.:,;(]|\b(?:that|which|who|for|to|in|as|(?:the|a) {USER})\b", description, maxsplit=1)[0]


def _first_kind(words: str) -> SlotKind | None:
    return next((kind for kind, pattern in _KINDS if re.search(pattern, words)), None)


def _find_options(schema: Mapping[str, Any], description: str) -> tuple[str, ...]:
    listed = schema.get("enum")
    if isinstance(listed, list):
        return tuple(map(str, listed[:MAX_OPTIONS]))
    match = _OPTION_LIST.search(description)
    quoted = _QUOTED.findall(match["list"]) if match else []
    if len(quoted) >= 2:
        return tuple(dict.fromkeys(quoted))
    plain = _BARE_LIST.search(description) or _COLON_LIST.search(description)
    return tuple(re.split(r",? or |, | / | \| ", plain["list"].strip())) if plain else ()


def _find_default(description: str, type_: str, required: bool) -> Any:
    match = _SENTINEL.search(description) or _BARE_SENTINEL.search(description)
    if not match:
        return _EMPTY.get(type_, "") if not required or _OPTIONAL.search(description) else None
    value = match["value"].lower()
    if type_ == "boolean":
        return value == "true"
    if type_ in ("integer", "number"):
        return 0
    return "" if value.startswith(("empty", "blank", "null")) else match["value"]


_EMPTY: dict[str, Any] = {"boolean": False, "integer": 0, "number": 0}


def _parse_limit(value: Any) -> float | None:
    try:
        return float(value)
    except (TypeError, ValueError):
        return None
