"""Is this a valid value of that entity, and what is its normal form? One checker per entity type, no I/O.

Numbers and codes may be said in words, as callers do, or typed: both give the same.

Normal forms: numeric as digits, enum as the option is written, date YYYY-MM-DD, time HH:MM (24 hours), phone number
E.164, postal codes in upper case, everything else with its white space tidied.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal
from functools import lru_cache
from typing import Any

import phonenumbers

from parley.domain.projects.model import Entity
from parley.kit.dates.dates import parse_date
from parley.kit.dates.reading import Reading, is_birth, is_day_first
from parley.kit.dates.times import Hours, parse_time
from parley.kit.patterns.pattern import Pattern, usable
from parley.kit.text.numbers import find_numbers
from parley.kit.text.spoken_codes import SpokenCode, read_code, read_spelled_name


@dataclass(frozen=True, slots=True)
class Context:
    today: date
    language: str = "en-US"
    is_birth: bool = False
    """What is checked is somebody's date of birth."""

    @property
    def region(self) -> str | None:
        return self.language.partition("-")[2].upper() or None


@dataclass(frozen=True, slots=True)
class Checked:
    value: str
    """The normal form; what was given when it is not valid."""
    typed: int | float | str
    """What goes into the state."""
    error: str | None = None

    @property
    def valid(self) -> bool:
        return self.error is None


Config = Mapping[str, Any]
Checker = Callable[[str, Config, Context], "Checked"]

_ZIP = re.compile(r"\d{5}(?:-\d{4})?")
_POSTAL = re.compile(r"(?=.*\d)[A-Z0-9][A-Z0-9 -]{1,9}[A-Z0-9]")
_NUMBER = re.compile(r"[-+]?(?:\d+(?:\.\d*)?|\.\d+)")
MAX_CHARACTERS = 2_000


def check(entity: Entity, given: Any, context: Context) -> Checked:
    """Never raises: whatever a model sends is valid or comes back with the reason why not."""
    text = " ".join(_as_text(given).split())
    if not text:
        return _wrong(text, "it is empty")
    if len(text) > MAX_CHARACTERS:
        return _wrong(text[:MAX_CHARACTERS], "it is too long")
    if is_birth(f"{entity.name} {entity.description}"):
        context = replace(context, is_birth=True)
    return _CHECKERS.get(entity.type, _free_text)(text, entity.config, context)


def _as_text(given: Any) -> str:
    if given is None or isinstance(given, bool):
        return "" if given is None else ("yes" if given else "no")
    if isinstance(given, float) and given.is_integer():
        return str(int(given))
    return str(given)


def _right(value: str) -> Checked:
    return Checked(value, value)


def _wrong(value: str, error: str) -> Checked:
    return Checked(value, value, error)


def _numeric(text: str, config: Config, context: Context) -> Checked:
    plain = re.sub(r"[\s,$€£%]", "", text)
    if not _NUMBER.fullmatch(plain):
        plain = _spoken_number(text, context.language) or plain
    if len(plain) > 40 or not _NUMBER.fullmatch(plain):
        return _wrong(text, "it is not a number")
    number = Decimal(plain)
    whole = number == number.to_integral_value()
    if not whole and not config.get("has_decimal"):
        return _wrong(text, "it must be a whole number")
    if config.get("has_range"):
        low, high = _limit(config.get("min")), _limit(config.get("max"))
        if low is not None and number < low:
            return _wrong(text, f"it must be at least {low:g}")
        if high is not None and number > high:
            return _wrong(text, f"it must be at most {high:g}")
    typed = int(number) if whole else float(number)
    return Checked(str(typed), typed)


def _spoken_number(text: str, language: str) -> str | None:
    """ "One hundred and five" as a sum, "one oh five" digit by digit."""
    numbers = find_numbers(text)
    if len(numbers) == 1 and (numbers[0].start, numbers[0].end) == (0, len(text)):
        return str(numbers[0])
    if text.count(",") == len(text.split()) - 1 == 1:
        return None  # "two, three": about so many
    code = read_code(text, language)
    return code.digits if code is not None else None


def _limit(value: Any) -> float | None:
    try:
        return None if value is None or value == "" else float(value)
    except (TypeError, ValueError):
        return None


def _alphanumeric(text: str, config: Config, context: Context) -> Checked:
    if config.get("enabled") is False:
        return _right(text)
    kind = str(config.get("validation_type") or "").lower()
    code = read_code(text, context.language)
    spoken = code.text if code is not None else None
    if kind.startswith("zip"):
        digits = text.replace(" ", "")
        if code is not None and not _ZIP.fullmatch(digits):
            digits = code.digits or digits
        return _right(digits) if _ZIP.fullmatch(digits) else _wrong(text, "it is not a ZIP code")
    if kind.startswith("postal"):
        if spoken is not None and not any(c.isdecimal() for c in text):
            text = spoken
        return _right(text.upper()) if _POSTAL.fullmatch(text.upper()) else _wrong(text, "it is not a postal code")
    if pattern := _compiled(str(config.get("regular_expression") or "")):
        # Codes are said and typed with spaces and dashes, and in lower case.
        squeezed = re.sub(r"[\s-]", "", text)
        forms = [text, text.upper(), squeezed, squeezed.upper()]
        if code is not None:
            forms += [code.text, code.text.replace("-", ""), code.digits or ""]
        for form in forms:
            if pattern.fullmatch(form):
                return _right(form)
        return _wrong(text, "it does not have the required form")
    if code is not None and _is_spelled(text, code):
        return _right(code.text)
    return _right(text) if any(c.isalnum() for c in text) else _wrong(text, "it has neither letters nor digits")


def _is_spelled(text: str, code: SpokenCode) -> bool:
    """And not a text that could be read so: "November 7", "Oscar", "42"."""
    said_as_words = len(text.split()) > 1 and any(c.isalpha() for c in text)
    return said_as_words and len(code.text) > 1 and (code.has_letters or not code.names_letters)


# The same entity is checked turn after turn, and compiling takes a hundred times as long as matching.
@lru_cache(maxsize=512)
def _compiled(pattern: str) -> Pattern | None:
    """None for no pattern, and for one that cannot be used: then nothing can be required."""
    return usable(pattern, whole=True) if pattern else None


def options(config: Config) -> tuple[str, ...]:
    """The options of an enum, however they are written down."""
    return tuple(
        str(o.get("name", o.get("value", ""))) if isinstance(o, dict) else str(o) for o in config.get("options") or ()
    )


def _folded(text: str) -> str:
    return "".join(c for c in text.casefold() if c.isalnum())


def _enum(text: str, config: Config, _: Context) -> Checked:
    allowed = options(config)
    for option in allowed:
        if option == text or (_folded(text) and _folded(option) == _folded(text)):
            return _right(option)
    return _wrong(text, f"it must be one of: {', '.join(allowed)}")


def _date(text: str, _: Config, context: Context) -> Checked:
    found = parse_date(text, Reading(context.today, context.is_birth, is_day_first(context.language)))
    return _right(found.isoformat()) if found else _wrong(text, "it is not a date")


def _time(text: str, config: Config, _: Context) -> Checked:
    hours = Hours.read(config.get("start_time"), config.get("end_time"))
    found = parse_time(text, hours)
    if found is None:
        return _wrong(text, "it is not a time of day")
    if config.get("enabled") and found not in hours:
        return _wrong(text, f"it must be between {hours.opens:%H:%M} and {hours.closes:%H:%M}")
    return _right(f"{found:%H:%M}")


def _phone_number(text: str, config: Config, context: Context) -> Checked:
    """A number that is in use somewhere; else one that could be, by its length. The ranges that people make numbers up
    from (555 123 4567, 07700 900123) are in no use, and nobody gets past a question that refuses them."""
    regions = _regions(config.get("country_codes")) if config.get("enabled", True) else ()
    if any(c.isalpha() for c in text) and (code := read_code(text, context.language)) is not None:
        text = code.digits or text
    parsed = [_parsed_phone(text, region) for region in (*regions, context.region or "US")]
    for is_right in (_is_in_use, _could_be):
        for number in parsed:
            if number is not None and is_right(number, regions):
                return _right(phonenumbers.format_number(number, phonenumbers.PhoneNumberFormat.E164))
    return _wrong(text, "it is not a valid phone number" + (f" of {', '.join(regions)}" if regions else ""))


def _is_in_use(number: phonenumbers.PhoneNumber, regions: Sequence[str]) -> bool:
    found = phonenumbers.is_valid_number(number)
    return found and (not regions or phonenumbers.region_code_for_number(number) in regions)


def _could_be(number: phonenumbers.PhoneNumber, regions: Sequence[str]) -> bool:
    length = phonenumbers.is_possible_number_for_type_with_reason(number, phonenumbers.PhoneNumberType.MOBILE)
    here = phonenumbers.region_codes_for_country_code(number.country_code or 0)
    return length == phonenumbers.ValidationResult.IS_POSSIBLE and (not regions or not {*here}.isdisjoint(regions))


def _parsed_phone(text: str, region: str) -> phonenumbers.PhoneNumber | None:
    try:
        return phonenumbers.parse(text, region)
    except phonenumbers.NumberParseException:
        return None


def _regions(codes: Any) -> tuple[str, ...]:
    """Country codes as ``GB`` or as ``+44``."""
    found: list[str] = []
    for code in codes or ():
        plain = str(code).strip().lstrip("+").upper()
        if plain.isdecimal():
            found.extend(phonenumbers.region_codes_for_country_code(int(plain)))
        elif plain:
            # ISO 3166 has GB, authors write UK.
            found.append("GB" if plain == "UK" else plain)
    return tuple(found)


def _address(text: str, _: Config, __: Context) -> Checked:
    return _right(text) if sum(c.isalnum() for c in text) >= 3 else _wrong(text, "it is not an address")


def _name(text: str, _: Config, context: Context) -> Checked:
    text = read_spelled_name(text, context.language) or text
    if not any(c.isalpha() for c in text) or any(c.isdecimal() for c in text):
        return _wrong(text, "it is not a name")
    return _right(text)


def _free_text(text: str, _: Config, __: Context) -> Checked:
    return _right(text)


_CHECKERS: dict[str, Checker] = {
    "numeric": _numeric,
    "alphanumeric": _alphanumeric,
    "enum": _enum,
    "date": _date,
    "time": _time,
    "phone_number": _phone_number,
    "address": _address,
    "name_config": _name,
    "name": _name,
    "free_text": _free_text,
}


def schema(entity: Entity) -> dict[str, Any]:
    """What a model may send for this entity, as JSON Schema."""
    config = entity.config
    description = entity.description or entity.name
    if entity.type == "numeric":
        found: dict[str, Any] = {"type": "number" if config.get("has_decimal") else "integer"}
        if config.get("has_range"):
            limits = {"minimum": _limit(config.get("min")), "maximum": _limit(config.get("max"))}
            found |= {name: value for name, value in limits.items() if value is not None}
    elif entity.type == "enum" and options(config):
        found = {"type": "string", "enum": list(options(config))}
    else:
        found = {"type": "string"}
        description += _FORMATS.get(entity.type, "")
    return {**found, "description": description}


_FORMATS = {
    "date": " (as YYYY-MM-DD)",
    "time": " (as HH:MM, 24 hours)",
    "phone_number": " (with country code if known)",
}
