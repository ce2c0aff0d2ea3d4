"""What a project has one of: its personality, its languages, its filters, its channels."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from parley.domain.projection.files import Files, flag, mapping, text
from parley.domain.projection.records import Json, at, collection, records_at
from parley.domain.projects.loader import DEFAULT_LANGUAGE
from parley.domain.projects.loading.settings import load_languages

PERSONALITY = "agent_settings/personality.yaml"
ROLE = "agent_settings/role.yaml"
RULES = "agent_settings/rules.txt"
LANGUAGES = "agent_settings/languages.yaml"
EXPERIMENTAL = "agent_settings/experimental_config.json"
FILTERS = "safety_filters.yaml"
ASR = "voice/speech_recognition/asr_settings.yaml"
EXPERIMENTAL_ID = "default"
WEB_CHAT = "webChat"
FOLDERS = {"voice": "voice", WEB_CHAT: "chat"}
"""Of each channel."""

_LEVELS = {"lenient": "LOOSE", "medium": "MEDIUM", "strict": "STRICT"}
_PRECISIONS = {precision: level for level, precision in _LEVELS.items()}
_CATEGORIES = {"violence": "violence", "hate": "hate", "sexual": "sexual", "self_harm": "selfHarm"}


def read(files: Files) -> Json:
    """All of it, whether a file says it or not: clients change these, and cannot create them."""
    languages = load_languages(files.source)
    default = languages.default or _greeting_language(files) or DEFAULT_LANGUAGE
    filters = files.document(f"agent_settings/{FILTERS}")
    return {
        "agentSettings": _read_agent(files),
        "languages": _read_languages(languages.additional, default),
        "channels": {channel: _read_channel(files, channel, folder, default) for channel, folder in FOLDERS.items()},
        "experimentalConfig": {"experimentalConfigs": _read_experimental(files)},
        "contentFilterSettings": _read_filters(filters or {}, is_on=filters is not None),
    }


def write(tree: Json) -> Json:
    """The documents by their paths; `rules.txt` as a text."""
    found: Json = {}
    agent = at(tree, "agentSettings")
    if "personality" in agent:
        personality = at(agent, "personality")
        found[PERSONALITY] = {"adjectives": at(personality, "adjectives"), "custom": personality.get("custom", "")}
    if "role" in agent:
        role = at(agent, "role")
        info = {"value": role.get("value", ""), "additional_info": role.get("additionalInfo", "")}
        found[ROLE] = {**info, "custom": role.get("custom", "")}
    if "rules" in agent:
        found[RULES] = str(at(agent, "rules").get("behaviour", ""))
    found |= _write_languages(at(tree, "languages"))
    if "contentFilterSettings" in tree:
        found[f"agent_settings/{FILTERS}"] = {"categories": _write_categories(at(tree, "contentFilterSettings"))}
    for record in records_at(tree, "experimentalConfig", "experimentalConfigs"):
        found[EXPERIMENTAL] = record.get("features", {})
    for channel, folder in FOLDERS.items():
        found |= _write_channel(at(tree, "channels", channel), folder)
    return found


def _read_agent(files: Files) -> Json:
    personality, role = files.document(PERSONALITY) or {}, files.document(ROLE) or {}
    adjectives = mapping(personality.get("adjectives"))
    chosen = {name: True for name, is_on in adjectives.items() if is_on is True}
    info = {"value": text(role, "value"), "additionalInfo": text(role, "additional_info")}
    return {
        "personality": {"adjectives": chosen, "custom": text(personality, "custom")},
        "role": {**info, "custom": text(role, "custom")},
        "rules": {"behaviour": (files.text(RULES) or "").strip()},
    }


def _greeting_language(files: Files) -> str:
    documents = (files.document(f"{folder}/configuration.yaml") or {} for folder in FOLDERS.values())
    return next(filter(None, (text(mapping(each.get("greeting")), "language_code") for each in documents)), "")


def _read_languages(additional: Sequence[str], default: str) -> Json:
    known = collection({"id": code, "code": code} for code in additional)
    return {"additionalLanguages": known, "defaultLanguageCode": default}


def _write_languages(languages: Json) -> Json:
    more = [record["code"] for record in records_at(languages, "additionalLanguages")]
    default = languages.get("defaultLanguageCode")
    if not default and not more:
        return {}
    return {LANGUAGES: {"default_language": default or "", "additional_languages": more}}


def _read_experimental(files: Files) -> Json:
    features = files.document(EXPERIMENTAL)
    if features is None:
        return collection(())
    return collection([{"id": EXPERIMENTAL_ID, "active": True, "features": features}])


def _read_filters(document: Json, *, is_on: bool) -> Json:
    categories = mapping(document.get("categories"))
    return {
        "type": "azure",
        "disabled": not is_on,
        "azureConfig": {field: _read_category(mapping(categories.get(name))) for name, field in _CATEGORIES.items()},
    }


def _read_category(category: Json) -> Json:
    level = text(category, "level", "medium")
    return {"isActive": flag(category, "enabled"), "precision": _LEVELS.get(level, level)}


def _write_categories(filters: Json) -> Json:
    known = at(filters, "azureConfig")
    return {
        name: {"enabled": known[field].get("isActive", False), "level": _level(known[field].get("precision"))}
        for name, field in _CATEGORIES.items()
        if field in known
    }


def _level(precision: Any) -> str:
    return _PRECISIONS.get(precision, str(precision or "medium"))


def _read_channel(files: Files, channel: str, folder: str, default: str) -> Json:
    configuration = files.document(f"{folder}/configuration.yaml")
    filters = files.document(f"{folder}/{FILTERS}")
    is_there = configuration is not None or filters is not None
    if channel == WEB_CHAT and not is_there:
        return {"status": 0, "config": {}}
    known = configuration or {}
    greeting, notice = mapping(known.get("greeting")), mapping(known.get("disclaimer_messages"))
    config = {
        "greeting": {
            "welcomeMessage": text(greeting, "welcome_message"),
            "languageCode": text(greeting, "language_code") or default,
        },
        "stylePrompt": {"prompt": text(mapping(known.get("style_prompt")), "prompt")},
        "safetyFilters": _read_filters(filters or {}, is_on=flag(filters or {}, "enabled")),
    }
    if channel == WEB_CHAT:
        return {"status": 1, "config": config}
    asr = files.document(ASR) or {}
    return {
        "config": config,
        "disclaimer": {
            "message": text(notice, "message"),
            "isEnabled": flag(notice, "enabled"),
            "languageCode": text(notice, "language_code") or default,
        },
        "asrSettings": {
            "bargeIn": flag(asr, "barge_in"),
            "latencyConfig": {"interactionStyle": text(asr, "interaction_style", "balanced")},
        },
    }


def _write_channel(channel: Json, folder: str) -> Json:
    found: Json = {}
    config = at(channel, "config")
    configuration: Json = {}
    if "greeting" in config:
        greeting = at(config, "greeting")
        configuration["greeting"] = {
            "welcome_message": greeting.get("welcomeMessage", ""),
            "language_code": greeting.get("languageCode", ""),
        }
    if "stylePrompt" in config:
        configuration["style_prompt"] = {"prompt": at(config, "stylePrompt").get("prompt", "")}
    if "disclaimer" in channel:
        notice = at(channel, "disclaimer")
        configuration["disclaimer_messages"] = {
            "message": notice.get("message", ""),
            "enabled": notice.get("isEnabled", False),
            "language_code": notice.get("languageCode", ""),
        }
    if configuration:
        found[f"{folder}/configuration.yaml"] = configuration
    if "safetyFilters" in config:
        filters = at(config, "safetyFilters")
        is_on = not filters.get("disabled", False)
        found[f"{folder}/{FILTERS}"] = {"enabled": is_on, "categories": _write_categories(filters)}
    if "asrSettings" in channel:
        asr = at(channel, "asrSettings")
        style = at(asr, "latencyConfig").get("interactionStyle", "balanced")
        found[ASR] = {"barge_in": asr.get("bargeIn", False), "interaction_style": style}
    return found
