"""The forms that the tree is made of: records with an id, collections of them, tagged unions."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

Json = dict[str, Any]

_HUMP = re.compile(r"(?<=[a-z0-9])([A-Z])")
_UNDERSCORE = re.compile(r"_([a-z0-9])")


def record_id(prefix: str, *names: str) -> str:
    """What has no id of its own in the files gets one from its name: the same whenever the files are read."""
    return f"{prefix}-{hashlib.sha256('/'.join(names).encode()).hexdigest()[:8]}"


def collection(records: Iterable[Json]) -> Json:
    """Of two records with one id the first counts."""
    entities: Json = {}
    for record in records:
        entities.setdefault(record["id"], record)
    return {"ids": list(entities), "entities": entities}


def at(tree: Mapping[str, Any], *path: str) -> Json:
    """The object at a path; an empty one where there is none."""
    found: Any = tree
    for name in path:
        found = found.get(name) if isinstance(found, Mapping) else None
    return found if isinstance(found, dict) else {}


def records_at(tree: Mapping[str, Any], *path: str) -> Iterator[Json]:
    """In the order of their ids."""
    found = at(tree, *path)
    entities = at(found, "entities")
    yield from (entities[each] for each in found.get("ids", ()) if each in entities)


def case(name: str, value: Json) -> Json:
    return {"$case": name, "value": value}


def camel(name: str) -> str:
    return _UNDERSCORE.sub(lambda match: match[1].upper(), name)


def snake(name: str) -> str:
    return _HUMP.sub(lambda match: f"_{match[1].lower()}", name)


def camel_keys(item: Mapping[str, Any]) -> Json:
    return {camel(name): value for name, value in item.items()}


def snake_keys(record: Mapping[str, Any]) -> Json:
    return {snake(name): value for name, value in record.items()}
