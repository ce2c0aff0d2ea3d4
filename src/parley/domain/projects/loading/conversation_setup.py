"""The setup of a simulated conversation, as cases and goals say it: language, variant, time, attributes, API mocks."""

from __future__ import annotations

from datetime import datetime

from parley.domain.projects.loading.fields import Fields
from parley.domain.projects.loading.findings import Target
from parley.domain.projects.model import Json

# `chat.polyai` is a chat that stands in for a call, so it counts as voice.
CHANNELS = {"voice": "voice", "chat.polyai": "voice", "webchat": "webchat", "webchat.polyai": "webchat"}


def read_language(fields: Fields) -> str | None:
    language = fields.optional("language")
    if language:
        fields.mention("language", Target.LANGUAGE, language)
    return language


def read_variant(fields: Fields) -> str | None:
    variant = fields.optional("variant")
    if variant:
        fields.mention("variant", Target.VARIANT, variant)
    return variant


def read_moment(fields: Fields) -> str | None:
    written = fields.optional("simulated_at")
    if written is None:
        return None
    try:
        datetime.fromisoformat(written)
    except ValueError:
        fields.problem("simulated_at", "'simulated_at' must be a time in ISO 8601; the real clock is used")
        return None
    return written


def read_attributes(fields: Fields) -> dict[str, Json] | None:
    return fields.json_map("integration_attributes") if fields.get("integration_attributes") is not None else None


def read_api_mocks(fields: Fields) -> dict[str, Json]:
    mocks = fields.inner("api_mocks")
    for integration in mocks.entries:
        mocks.mention(integration, Target.API_INTEGRATION, integration)
    return fields.json_map("api_mocks")
