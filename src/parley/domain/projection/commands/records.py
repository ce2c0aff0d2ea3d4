"""Records in collections of the tree: made, changed, taken away."""

from __future__ import annotations

from typing import Any

from parley.domain.projection.errors import CommandBatchInvalid
from parley.domain.projection.records import Json, collection


def collection_at(tree: Json, *place: str) -> Json:
    """Made when it is not there."""
    found = tree
    for name in place:
        found = found.setdefault(name, {})
    found.setdefault("ids", [])
    found.setdefault("entities", {})
    return found


def find(known: Json, record_id: Any, kind: str) -> Json:
    record: Json | None = known["entities"].get(record_id)
    if record is None:
        raise CommandBatchInvalid(f"A command of the type {kind} names {record_id!r:.100}, which is not there.")
    return record


def add(known: Json, record: Json, kind: str) -> None:
    """With its place in files yet to be found: a name is what it is known by there."""
    record_id = record.get("id")
    if not record_id or record_id in known["entities"]:
        raise CommandBatchInvalid(f"A command of the type {kind} makes {record_id!r:.100}, which is there already.")
    known["ids"].append(record_id)
    known["entities"][record_id] = record


def remove(known: Json, record_id: Any, kind: str) -> None:
    find(known, record_id, kind)
    known["ids"].remove(record_id)
    del known["entities"][record_id]


def shaped(value: Json) -> Json:
    """A payload in the form that the tree has it in."""
    found = dict(value)
    if "code" in found and "name" in found and not str(found["name"]).isidentifier():
        raise CommandBatchInvalid("A function's name is a name that Python knows.")
    if isinstance(queries := found.get("exampleQueries"), dict):
        found["exampleQueries"] = [{"query": each} for each in queries.get("queries", [])]
    if "parameters" in found:
        found["parameters"] = collection(_listed(found["parameters"], "parameters"))
    if isinstance(latency := found.get("latencyControl"), dict):
        found["latencyControl"] = shaped_latency(latency)
    if isinstance(adjectives := found.get("adjectives"), dict):
        found["adjectives"] = adjectives.get("values", {})
    return found


def shaped_latency(latency: Json) -> Json:
    found = {key: value for key, value in latency.items() if key != "functionId"}
    if "delayResponses" in found:
        found["delayResponses"] = collection(_listed(found["delayResponses"], "delayResponses"))
    return found


def _listed(value: Any, key: str) -> list[Json]:
    """An update wraps the list that a creation has as it is."""
    return list(value.get(key, [])) if isinstance(value, dict) else value
