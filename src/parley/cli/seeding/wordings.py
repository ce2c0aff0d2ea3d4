"""The wordings that dialogues are made of, read from the files beside this one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

import yaml
from pydantic import BaseModel, ConfigDict


class _Read(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Exchange(_Read):
    """What a user says and what the agent answers, and what the agent made of it."""

    user: tuple[str, ...] = ("",)
    agent: tuple[str, ...]
    intent: str = ""
    entities: Mapping[str, str] = {}
    """Name of the entity → the word in braces that is its value."""
    function: str = ""
    errors: int = 0
    """In how many of a hundred the function fails."""
    metrics: Mapping[str, str] = {}
    """Name of the metric → a word in braces, or the value itself."""
    barge_in: bool = False


class Handoff(_Read):
    share: int
    reason: str
    destination: str
    agent: str


class Language(_Read):
    tag: str
    share: int
    first: tuple[str, ...]
    last: tuple[str, ...]
    towns: tuple[str, ...]
    streets: tuple[str, ...]
    months: tuple[str, ...]
    products: tuple[str, ...]
    openings: tuple[str, ...]
    closings: tuple[Exchange, ...]
    persons: tuple[str, ...]
    """How somebody asks for a person."""
    silences: tuple[Exchange, ...]
    strays: tuple[Exchange, ...]
    """What has nothing to do with anything."""
    asides: tuple[Exchange, ...]


class Topic(_Read):
    name: str
    languages: tuple[str, ...]
    exchanges: tuple[Exchange, ...]
    handoff: Handoff | None = None


@cache
def languages() -> Sequence[Language]:
    return [Language.model_validate(entry) for entry in _entries("languages.yaml")]


@cache
def topics(language: str) -> Sequence[Topic]:
    return [topic for topic in _topics() if language in topic.languages]


@cache
def _topics() -> Sequence[Topic]:
    return [Topic.model_validate(entry) for entry in _entries("topics.yaml")]


def _entries(name: str) -> list[dict[str, Any]]:
    read: list[dict[str, Any]] = yaml.safe_load((files(__package__) / name).read_text(encoding="utf-8"))
    return read
