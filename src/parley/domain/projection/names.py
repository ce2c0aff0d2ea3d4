"""References in texts: a file says ``{{fn:book_table}}``, the tree ``{{fn:FUNCTION-1a2b3c4d}}``."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from parley.domain.projection.records import Json, records_at
from parley.domain.projects.loading.source import slug

KINDS = {
    "fn": "globalFunctions",
    "ft": "transitionFunctions",
    "twilio_sms": "sms",
    "ho": "handoff",
    "attr": "attributes",
    "entity": "entities",
    "vrbl": "variables",
    "tn": "translations",
}
"""What a reference of a text is called among the references of its record, by how it is written."""

EXTRACTED = "extractedEntities"
"""Another kind of reference: what a step collects. Its texts need not name it."""
REQUIRED = "requiredEntities"

_WRITTEN: dict[str, str] = {**{kind: written for written, kind in KINDS.items()}, EXTRACTED: "entity"}
_PLACES = {
    "fn": ("functions", "functions"),
    "twilio_sms": ("sms", "templates"),
    "ho": ("handoff", "handoffs"),
    "attr": ("variantManagement", "attributes"),
    "entity": ("entities", "entities"),
    "vrbl": ("variables", "variables"),
    "tn": ("translations", "translations"),
}
_REFERENCE = re.compile(r"\{\{(\w{1,40}):([^{}\n]{1,200})\}\}")
_CODE = "code"
_AS_THEY_ARE = frozenset({_CODE, "features"})
"""Keys of what is no text for the model: references in code are resolved when it runs."""
_MODULE = "module"

Pairs = dict[tuple[str, str], str]


def ids_by_name(tree: Json) -> Pairs:
    return {(kind, name): record_id for kind, record_id, name in _named(tree)}


def names_by_id(tree: Json) -> Pairs:
    found = {(kind, record_id): name for kind, record_id, name in _named(tree)}
    for flow in records_at(tree, "flows", "flows"):
        found.update({("ft", each["id"]): each["name"] for each in records_at(flow, "transitionFunctions")})
    return found


def with_ids(tree: Json) -> Json:
    """Of a tree that refers to things by their names. A flow's functions are its own."""
    known = {**ids_by_name(tree), **{(_MODULE, files): ids for files, ids in _modules(tree)}}
    flows = {
        flow["id"]: _replaced(
            flow, {**known, **{("ft", each["name"]): each["id"] for each in records_at(flow, "transitionFunctions")}}
        )
        for flow in records_at(tree, "flows", "flows")
    }
    found: Json = _replaced({key: value for key, value in tree.items() if key != "flows"}, known)
    return {**found, "flows": {"flows": {"ids": list(flows), "entities": flows}}}


def with_names(tree: Json) -> Json:
    """A tree that refers to things by their names, as files do."""
    found: Json = _replaced(tree, {**names_by_id(tree), **{(_MODULE, ids): files for files, ids in _modules(tree)}})
    return found


def references(record: Mapping[str, Any]) -> Json:
    """By kind, the ids that the texts of a record name."""
    found: dict[str, Json] = {}
    for text in _texts(record):
        for kind, named in _REFERENCE.findall(text):
            if kind in KINDS:
                found.setdefault(KINDS[kind], {})[named] = True
    return found


def _named(tree: Json) -> Iterator[tuple[str, str, str]]:
    for kind, path in _PLACES.items():
        for record in records_at(tree, *path):
            yield kind, record["id"], record.get("translationKey") or record["name"]


def _modules(tree: Json) -> Iterator[tuple[str, str]]:
    """What code imports a flow's functions from: in files, and in the tree."""
    for flow in records_at(tree, "flows", "flows"):
        yield f"flows.{slug(flow['name'])}.functions", f"functions.{slug(flow['id'])}"


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for each in value:
            yield from _texts(each)
    elif isinstance(value, dict):
        for key, each in value.items():
            if key not in _AS_THEY_ARE:
                yield from _texts(each)


def _replaced(value: Any, known: Pairs) -> Any:
    if isinstance(value, str):
        return _REFERENCE.sub(lambda match: _written(match, known), value) if "{{" in value else value
    if isinstance(value, list):
        return [_replaced(each, known) for each in value]
    if not isinstance(value, dict):
        return value
    return {key: _field(key, each, known) for key, each in value.items()}


def _field(key: str, value: Any, known: Pairs) -> Any:
    if key == _CODE and isinstance(value, str):
        return _replaced_modules(value, known)
    if key in _AS_THEY_ARE:
        return value
    if key == "references" and isinstance(value, dict):
        return {str(kind): _replaced_keys(named, _WRITTEN.get(str(kind), ""), known) for kind, named in value.items()}
    if key == REQUIRED and isinstance(value, list):
        return [known.get(("entity", each), each) for each in value]
    return _replaced(value, known)


def _replaced_modules(code: str, known: Pairs) -> str:
    if "import" in code:
        for (kind, module), other in known.items():
            if kind == _MODULE:
                code = code.replace(module, other)
    return code


def _replaced_keys(named: Json, kind: str, known: Pairs) -> Json:
    return {known.get((kind, each), each): is_named for each, is_named in named.items()}


def _written(match: re.Match[str], known: Pairs) -> str:
    found = known.get((match[1], match[2]))
    return match[0] if found is None else f"{{{{{match[1]}:{found}}}}}"
