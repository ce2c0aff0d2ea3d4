"""What a site's chat window looks like and does, as it is kept with the connector's token. Pure."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any
from urllib.parse import urlsplit

from parley.kit.errors import FieldError, ParleyError
from parley.kit.values import value

LONGEST_NAME = 50
LONGEST_HEADER = 100
LONGEST_DISCLAIMER = 500
LONGEST_URL = 2000
MOST_LANGUAGES = 50
COLOUR = re.compile(r"#([0-9A-Fa-f]{3}|[0-9A-Fa-f]{6})")
LANGUAGE = re.compile(r"[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8}){0,3}")
SHOWN = ("always", "until_first_message")


class WidgetInvalid(ParleyError):
    """The settings of the widget are not valid."""

    status = 400


@value
class Disclaimer:
    texts: Mapping[str, str]
    """By language; `{{privacyPolicyUrl}}` and `{{termsUrl}}` in them are the two addresses."""
    show: str = "until_first_message"
    consent: bool = False
    """Nothing begins before the user agrees."""
    privacy_policy_url: str = ""
    terms_url: str = ""


@value
class WidgetSettings:
    name: str = ""
    agent_name: str = ""
    avatar_url: str = ""
    header_text: str = ""
    header_image_url: str = ""
    colour: str = "#2f5bea"
    disclaimer: Disclaimer | None = None
    languages: Sequence[str] = ()
    """Of the window's own words; none: all that it has."""
    streaming: bool = True
    csat: bool = False
    calls: bool = False

    def to_json(self) -> dict[str, Any]:
        found = {field.name: getattr(self, field.name) for field in dataclasses.fields(WidgetSettings)}
        given = self.disclaimer
        disclaimer = given and {field.name: getattr(given, field.name) for field in dataclasses.fields(Disclaimer)}
        return {**found, "languages": list(self.languages), "disclaimer": disclaimer}


Check = Callable[[Any], str | None]
"""What is wrong with a value, in words; None: nothing."""


def read_widget(given: object) -> WidgetSettings:
    """Raises `WidgetInvalid` with everything that is wrong."""
    problems = _problems(given, FIELDS, "")
    if not problems and isinstance(given, Mapping):
        disclaimer = given.get("disclaimer")
        problems = _problems(disclaimer, DISCLAIMER_FIELDS, "disclaimer.") if disclaimer is not None else []
        if disclaimer is not None and not problems and "texts" not in disclaimer:
            problems = [FieldError("disclaimer.texts", "is required")]
        if not problems:
            fields = {**given, "languages": tuple(given.get("languages", ()))}
            return WidgetSettings(**{**fields, "disclaimer": disclaimer and Disclaimer(**disclaimer)})
    raise WidgetInvalid(fields=problems)


def _problems(given: object, known: Mapping[str, Check], prefix: str) -> list[FieldError]:
    if not isinstance(given, Mapping):
        return [FieldError(prefix.rstrip(".") or "file", "must be an object")]
    found = [FieldError(f"{prefix}{name}", "is not a known field") for name in given if name not in known]
    checked = ((name, check(given[name])) for name, check in known.items() if name in given)
    return [*found, *(FieldError(f"{prefix}{name}", problem) for name, problem in checked if problem)]


def _text(longest: int) -> Check:
    def check(given: Any) -> str | None:
        fits = isinstance(given, str) and len(given) <= longest and "\x00" not in given
        return None if fits else f"must be a text of at most {longest} characters"

    return check


def _url(*schemes: str) -> Check:
    def check(given: Any) -> str | None:
        if given == "":
            return None
        fits = isinstance(given, str) and len(given) <= LONGEST_URL and _has_scheme(given, schemes)
        return None if fits else f"must be an address that begins with {' or '.join(f'{each}://' for each in schemes)}"

    return check


def _has_scheme(given: str, schemes: Sequence[str]) -> bool:
    try:
        parts = urlsplit(given)
    except ValueError:
        return False
    return parts.scheme in schemes and bool(parts.netloc) and not re.search(r"[\s<>\"'\x00]", given)


def _flag(given: Any) -> str | None:
    return None if isinstance(given, bool) else "must be true or false"


def _colour(given: Any) -> str | None:
    return None if isinstance(given, str) and COLOUR.fullmatch(given) else "must be a colour such as #2f5bea"


def _languages(given: Any) -> str | None:
    if not isinstance(given, list) or len(given) > MOST_LANGUAGES:
        return f"must be a list of at most {MOST_LANGUAGES} languages"
    return next((_language(each) for each in given if _language(each)), None)


def _language(given: Any) -> str | None:
    return None if isinstance(given, str) and LANGUAGE.fullmatch(given) else "names languages as en or pt-BR"


def _disclaimer(given: Any) -> str | None:
    return None if given is None or isinstance(given, Mapping) else "must be an object"


def _disclaimer_texts(given: Any) -> str | None:
    if not isinstance(given, Mapping) or not 0 < len(given) <= MOST_LANGUAGES:
        return 'must be an object of texts by language, such as {"en": "…"}'
    wrong = next((_language(each) for each in given if _language(each)), None)
    return wrong or next((found for each in given.values() if (found := _text(LONGEST_DISCLAIMER)(each))), None)


def _shown(given: Any) -> str | None:
    return None if given in SHOWN else f"must be {' or '.join(SHOWN)}"


FIELDS: Mapping[str, Check] = {
    "name": _text(LONGEST_NAME),
    "agent_name": _text(LONGEST_NAME),
    "avatar_url": _url("https", "http"),
    "header_text": _text(LONGEST_HEADER),
    "header_image_url": _url("https", "http"),
    "colour": _colour,
    "disclaimer": _disclaimer,
    "languages": _languages,
    "streaming": _flag,
    "csat": _flag,
    "calls": _flag,
}
DISCLAIMER_FIELDS: Mapping[str, Check] = {
    "texts": _disclaimer_texts,
    "show": _shown,
    "consent": _flag,
    "privacy_policy_url": _url("https"),
    "terms_url": _url("https"),
}
