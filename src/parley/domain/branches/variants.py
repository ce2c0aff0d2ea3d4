"""Variants and their attributes as config/variant_attributes.yaml says them. Pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import deepcopy
from dataclasses import dataclass, replace
from typing import Any

from parley.domain.branches.documents import YAML, read_document, spelling, write_document
from parley.domain.branches.edits import Edit
from parley.domain.branches.tree_merge import Json
from parley.domain.projection.identities import RecordIds, key_of
from parley.domain.projects.files import Bundle
from parley.domain.projects.loading.source import Source
from parley.domain.projects.loading.variants import VARIANTS, load_variants, stable_id
from parley.kit.errors import ParleyError

Changes = dict[str, bytes | None]
Item = dict[str, Json]
WITH_REFERENCES = (*YAML, ".txt", ".json", ".py")
"""Files in which references to attributes stand."""


class VariantNotFound(ParleyError):
    """There is no such variant."""

    status = 404


class VariantAttributeNotFound(ParleyError):
    """There is no such attribute."""

    status = 404


class VariantsDuplicateNameError(ParleyError):
    """There is one with this name already."""

    status = 409


class VariantsBadAttributesError(ParleyError):
    """These values are for attributes that are not there."""

    status = 400


class VariantsRemoveDefaultError(ParleyError):
    """The default variant stays until another one is the default."""

    status = 400


@dataclass(slots=True)
class Table:
    """The file, to be changed in place."""

    files: Bundle
    path: str
    document: dict[str, Json]
    ids: RecordIds
    known: Mapping[str, str]
    """Ids of variants by name that a pulled project has."""

    @classmethod
    def of(cls, files: Bundle, ids: RecordIds) -> Table:
        path = spelling(files, VARIANTS)
        known = {variant.name: variant.id for variant in load_variants(Source(files)).values()}
        return cls(files, path, deepcopy(read_document(files, path) or {}), ids, known)

    @property
    def variants(self) -> list[Item]:
        return _named(self.document.get("variants"))

    @property
    def attributes(self) -> list[Item]:
        return _named(self.document.get("attributes"))

    def variant_id(self, name: str) -> str:
        return self.ids.given.get(key_of("VARIANT", name)) or self.known.get(name) or stable_id(name)

    def attribute_id(self, name: str) -> str:
        return self.ids.of("ATTRIBUTE", name)

    def attribute_json(self, item: Item) -> dict[str, str]:
        return {"id": self.attribute_id(_name(item)), "name": _name(item)}

    def variant(self, variant_id: str) -> Item:
        for item in self.variants:
            if self.variant_id(_name(item)) == variant_id:
                return item
        raise VariantNotFound

    def attribute(self, attribute_id: str) -> Item:
        for item in self.attributes:
            if self.attribute_id(_name(item)) == attribute_id:
                return item
        raise VariantAttributeNotFound

    def variant_json(self, item: Item) -> dict[str, Any]:
        name = _name(item)
        values = {self.attribute_id(_name(each)): _text(_values(each).get(name)) for each in self.attributes}
        default = item.get("is_default") is True
        return {"id": self.variant_id(name), "name": name, "isDefault": default, "attributeValues": {"values": values}}

    def variant_answer(self, item: Item) -> Callable[[RecordIds], dict[str, Any]]:
        return lambda ids: replace(self, ids=ids).variant_json(item)

    def attribute_answer(self, item: Item) -> Callable[[RecordIds], dict[str, str]]:
        return lambda ids: replace(self, ids=ids).attribute_json(item)

    def add(self, key: str, item: Item) -> None:
        self.document[key] = [*(self.document.get(key) or []), item]

    def remove(self, key: str, item: Item) -> None:
        self.document[key] = [each for each in self.document[key] if each is not item]

    def set_values(self, name: str, values: Mapping[str, str]) -> None:
        known = {self.attribute_id(_name(each)): each for each in self.attributes}
        if unknown := sorted(values.keys() - known.keys()):
            raise VariantsBadAttributesError(f"There are no attributes {', '.join(unknown[:10])}.")
        for attribute_id, value in values.items():
            item = known[attribute_id]
            item["values"] = {**_values(item), name: value}

    def set_default(self, chosen: Item) -> None:
        for item in self.variants:
            if item is chosen:
                item["is_default"] = True
            elif item.get("is_default"):
                item["is_default"] = False

    def changes(self) -> Changes:
        return {self.path: write_document(self.files, self.path, self.document)}


def list_variants(files: Bundle, ids: RecordIds) -> list[dict[str, Any]]:
    table = Table.of(files, ids)
    return [table.variant_json(item) for item in table.variants]


def list_attributes(files: Bundle, ids: RecordIds) -> list[dict[str, str]]:
    table = Table.of(files, ids)
    return [table.attribute_json(item) for item in table.attributes]


def create_variant(files: Bundle, ids: RecordIds, given: Mapping[str, Json]) -> Edit[dict[str, Any]]:
    table = Table.of(files, ids)
    _check_name(table.variants, given["name"])
    is_first = not table.variants
    item: Item = {"name": given["name"]}
    table.add("variants", item)
    # Exactly one is the default, so the first is.
    if given.get("isDefault") or is_first:
        table.set_default(item)
    table.set_values(_name(item), _given_values(given))
    return Edit(table.changes(), table.variant_answer(item))


def change_variant(files: Bundle, ids: RecordIds, variant_id: str, given: Mapping[str, Json]) -> Edit[dict[str, Any]]:
    table = Table.of(files, ids)
    item = table.variant(variant_id)
    old, new = _name(item), given.get("name", _name(item))
    changes: Changes = {}
    if new != old:
        _check_name(table.variants, new)
        item["name"] = new
        for attribute in table.attributes:
            values = _values(attribute)
            attribute["values"] = {new if each == old else each: value for each, value in values.items()}
        changes = _renamed_in_tests(files, old, new)
    if given.get("isDefault"):
        table.set_default(item)
    elif given.get("isDefault") is False and item.get("is_default"):
        raise VariantsRemoveDefaultError
    table.set_values(new, _given_values(given))
    stated = {key_of("VARIANT", new): variant_id}
    return Edit({**changes, **table.changes()}, table.variant_answer(item), stated)


def delete_variant(files: Bundle, ids: RecordIds, variant_id: str) -> Edit[dict[str, str]]:
    table = Table.of(files, ids)
    item = table.variant(variant_id)
    if item.get("is_default"):
        raise VariantsRemoveDefaultError
    table.remove("variants", item)
    for attribute in table.attributes:
        values = _values(attribute)
        if _name(item) in values:
            attribute["values"] = {name: value for name, value in values.items() if name != _name(item)}
    return Edit(table.changes(), lambda _ids: {"id": variant_id})


def create_attribute(files: Bundle, ids: RecordIds, name: str) -> Edit[dict[str, str]]:
    table = Table.of(files, ids)
    _check_name(table.attributes, name)
    item: Item = {"name": name, "values": {_name(each): "" for each in table.variants}}
    table.add("attributes", item)
    return Edit(table.changes(), table.attribute_answer(item))


def change_attribute(files: Bundle, ids: RecordIds, attribute_id: str, name: str) -> Edit[dict[str, str]]:
    """References to it in texts get its new name."""
    table = Table.of(files, ids)
    item = table.attribute(attribute_id)
    old = _name(item)
    if name == old:
        return Edit({}, table.attribute_answer(item))
    _check_name(table.attributes, name)
    item["name"] = name
    reference, renamed = f"{{{{attr:{old}}}}}".encode(), f"{{{{attr:{name}}}}}".encode()
    changes: Changes = {
        path: content.replace(reference, renamed)
        for path, content in files.files.items()
        if path.endswith(WITH_REFERENCES) and path != table.path and reference in content
    }
    stated = {key_of("ATTRIBUTE", name): attribute_id}
    return Edit({**changes, **table.changes()}, table.attribute_answer(item), stated)


def delete_attribute(files: Bundle, ids: RecordIds, attribute_id: str) -> Edit[dict[str, str]]:
    table = Table.of(files, ids)
    table.remove("attributes", table.attribute(attribute_id))
    return Edit(table.changes(), lambda _ids: {"id": attribute_id})


def _renamed_in_tests(files: Bundle, old: str, new: str) -> Changes:
    changes: Changes = {}
    for path in files.files:
        if path.startswith("test_suite/") and path.endswith(YAML):
            document = read_document(files, path)
            if document is not None and document.get("variant") == old:
                changes[path] = write_document(files, path, {**document, "variant": new})
    return changes


def _check_name(items: list[Item], name: str) -> None:
    if any(_name(item) == name for item in items):
        raise VariantsDuplicateNameError


def _given_values(given: Mapping[str, Json]) -> Mapping[str, str]:
    values: Mapping[str, str] = (given.get("attributeValues") or {}).get("values") or {}
    return values


def _named(value: Json) -> list[Item]:
    return [each for each in value if isinstance(each, dict) and _name(each)] if isinstance(value, list) else []


def _name(item: Item) -> str:
    return _text(item.get("name"))


def _values(item: Item) -> dict[str, Json]:
    found = item.get("values")
    return found if isinstance(found, dict) else {}


def _text(value: Json) -> str:
    return "" if value is None or isinstance(value, dict | list) else str(value).strip()
