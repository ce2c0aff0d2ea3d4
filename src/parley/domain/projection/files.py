"""The files of a project, read as leniently as their loader reads them: what is not there is empty."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from parley.domain.projection.records import Json
from parley.domain.projects.files import Bundle
from parley.domain.projects.loading.source import Source
from parley.domain.projects.loading.tree import TreeError, parse_json, parse_yaml, to_json

YAML = (".yaml", ".yml")


@dataclass(frozen=True, slots=True)
class Files:
    source: Source
    places: dict[str, str] = field(default_factory=dict)
    """Where a record has a file of its own: the path by the record's id."""

    @classmethod
    def of(cls, bundle: Bundle) -> Files:
        return cls(Source(bundle))

    def text(self, path: str) -> str | None:
        return self.source.text(path)

    def document(self, path: str, key: str = "") -> Json | None:
        """None: there is no such file, or it holds no mapping. A list alone is that of the key."""
        path = self.source.spelling(path)
        text = self.text(path)
        if text is None:
            return None
        try:
            root = (parse_json(text) if path.endswith(".json") else parse_yaml(text)).root
        except TreeError:
            return None
        value = None if root is None else to_json(root)
        if key and isinstance(value, list):
            return {key: value}
        return value if isinstance(value, dict) else None

    def items(self, path: str, key: str) -> list[Json]:
        """The mappings in a list of a document."""
        return mappings((self.document(path, key) or {}).get(key))

    def documents(self, folder: str) -> Iterator[tuple[str, Json]]:
        """The documents directly in a folder, by path."""
        for path in self.source.direct(folder, *YAML):
            if (document := self.document(path)) is not None:
                yield path, document

    def codes(self, folder: str) -> Iterator[tuple[str, str, str]]:
        """Path, name and text of the Python files directly in a folder."""
        for path in self.source.direct(folder, ".py"):
            name = path.rpartition("/")[2].removesuffix(".py")
            if name != "__init__":
                yield path, name, self.text(path) or ""


def mappings(value: Any) -> list[Json]:
    return [each for each in value if isinstance(each, dict)] if isinstance(value, list) else []


def mapping(value: Any) -> Json:
    return value if isinstance(value, dict) else {}


def text(item: Mapping[str, Any], key: str, otherwise: str = "") -> str:
    """Without blanks around it."""
    value = item.get(key)
    return otherwise if value is None or isinstance(value, dict | list) else exact(value).strip()


def exact(value: Any) -> str:
    """Numbers and the like as they are written. With the blanks around it: in patterns, and in what takes the place
    of something, they count."""
    if value is None or isinstance(value, dict | list):
        return ""
    return str(value).lower() if isinstance(value, bool) else str(value)


def texts(item: Mapping[str, Any], key: str) -> list[str]:
    value = item.get(key)
    return [str(each).strip() for each in value if each is not None] if isinstance(value, list) else []


def flag(item: Mapping[str, Any], key: str, otherwise: bool = False) -> bool:
    value = item.get(key)
    return value if isinstance(value, bool) else otherwise


def number(item: Mapping[str, Any], key: str) -> int | float:
    value = item.get(key)
    return value if isinstance(value, int | float) and not isinstance(value, bool) else 0
