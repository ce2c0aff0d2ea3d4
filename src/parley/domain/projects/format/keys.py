"""The words that the format is described in."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum


class Form(StrEnum):
    TEXT = "text"
    FLAG = "true or false"
    NUMBER = "number"
    WHOLE = "whole number"
    COUNT = "whole number from 0"
    CHOICE = "one of a few words"
    TEXTS = "list of texts"
    MAPPING = "mapping"
    LIST = "list of mappings"
    NAMED = "mapping by name"
    ANY = "anything"


@dataclass(frozen=True, slots=True)
class Key:
    name: str
    form: Form
    meaning: str
    default: str = ""
    """What holds without the key, as it is shown; empty: nothing."""
    required: bool = False
    allowed: tuple[str, ...] = ()
    keys: tuple[Key, ...] = ()
    """Those of a mapping, or of each mapping in a list."""
    values: Key | None = None
    """What stands under each name of a mapping by name."""
    is_open: bool = False
    """Keys that are not described are kept, or read by whoever they are meant for."""
    by_language: bool = False
    """May also be a mapping of languages to such values."""
    text_key: str = ""
    """Of a list: a text stands for a mapping with it under this key."""

    def needed(self) -> Key:
        return replace(self, required=True)


@dataclass(frozen=True, slots=True)
class FormatFile:
    name: str
    """Of the schema too: `topic` is `topic.json`."""
    paths: tuple[str, ...]
    """Patterns as editors read them; the first is the one to show."""
    meaning: str
    keys: tuple[Key, ...]
    example: str
    """Uses every key that the file has."""
    list_key: str = ""
    """A bare list is taken for what would stand under this key."""
    is_open: bool = False
    values: Key | None = None
    """For a file whose keys are names: what stands under each."""

    @property
    def is_json(self) -> bool:
        return self.paths[0].endswith(".json")

    @property
    def spellings(self) -> tuple[str, ...]:
        """Patterns for all names that such files may have."""
        others = (path.removesuffix("yaml") + "yml" for path in self.paths if path.endswith(".yaml"))
        return (*self.paths, *others)

    @property
    def example_path(self) -> str:
        """Where the example would stand."""
        return self.paths[0].replace("**/*", "example").replace("*", "example")

    @property
    def root(self) -> Key:
        form = Form.NAMED if self.values is not None else Form.MAPPING
        return Key("", form, self.meaning, keys=self.keys, values=self.values, is_open=self.is_open)


def text(name: str, meaning: str, default: str = "", *, by_language: bool = False) -> Key:
    return Key(name, Form.TEXT, meaning, default, by_language=by_language)


def texts(name: str, meaning: str, *, by_language: bool = False) -> Key:
    return Key(name, Form.TEXTS, meaning, by_language=by_language)


def flag(name: str, meaning: str, default: bool = False) -> Key:
    return Key(name, Form.FLAG, meaning, str(default).lower())


def number(name: str, meaning: str, default: object = "") -> Key:
    return Key(name, Form.NUMBER, meaning, str(default))


def count(name: str, meaning: str, default: object = "") -> Key:
    return Key(name, Form.COUNT, meaning, str(default))


def choice(name: str, allowed: tuple[str, ...], meaning: str, default: str = "") -> Key:
    return Key(name, Form.CHOICE, meaning, default, allowed=allowed)


def mapping(name: str, meaning: str, *keys: Key, is_open: bool = False) -> Key:
    return Key(name, Form.MAPPING, meaning, keys=keys, is_open=is_open)


def each(name: str, meaning: str, *keys: Key, text_key: str = "") -> Key:
    return Key(name, Form.LIST, meaning, keys=keys, text_key=text_key)


def named(name: str, meaning: str, values: Key) -> Key:
    return Key(name, Form.NAMED, meaning, values=values)


def anything(name: str, meaning: str) -> Key:
    return Key(name, Form.ANY, meaning)


def walk(key: Key, place: str = "") -> Iterator[tuple[str, Key]]:
    """Every key under this one with where it stands, such as ``conditions[].name`` or ``values.<name>``."""
    for inner in key.keys:
        here = f"{place}{'.' if place else ''}{inner.name}"
        yield here, inner
        yield from walk(inner, f"{here}[]" if inner.form is Form.LIST else here)
    if key.values is not None and (key.values.keys or key.values.values):
        yield from walk(key.values, f"{place}{'.' if place else ''}<name>")
