"""Channels and languages as the format names them: which family a channel id belongs to, which tags match."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeVar

T = TypeVar("T")

VOICE = "voice"
WEBCHAT = "webchat"

_FAMILIES = {"sip": VOICE, "voice": VOICE, "chat": VOICE, "webchat": WEBCHAT, "api": WEBCHAT}


def family(channel_type: str) -> str:
    """``sip.polyai`` → voice. The studio chat (``chat.polyai``) stands in for voice, so it is voice here too."""
    head = channel_type.partition(".")[0].lower()
    return _FAMILIES.get(head, head or WEBCHAT)


def settings_side(channel_family: str) -> str:
    """The folder that configures a family: ``voice`` or ``chat``."""
    return VOICE if channel_family == VOICE else "chat"


def language_matches(wanted: str, language: str) -> bool:
    """A bare language covers all its regions; one with a region only itself."""
    wanted, language = wanted.lower(), language.lower()
    return wanted == language or ("-" not in wanted and language.partition("-")[0] == wanted)


def choose_language(wanted: str, allowed: Iterable[str], default: str) -> str:
    """The allowed language that a request for `wanted` means; the default when there is none."""
    candidates = list(allowed)
    lowered = wanted.lower()
    for language in candidates:
        if language.lower() == lowered:
            return language
    for language in candidates:
        if language_matches(lowered.partition("-")[0], language):
            return language
    return default


def for_language(by_language: Mapping[str, T], language: str) -> T | None:
    """What a project has for the language, with or without its region, or under ``""`` for all."""
    for key in (language, language.partition("-")[0], ""):
        if key in by_language:
            return by_language[key]
    return None
