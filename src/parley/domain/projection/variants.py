"""config/variant_attributes.yaml: in the tree variants, attributes and the values of both."""

from __future__ import annotations

from parley.domain.projection.files import Files, mapping, text
from parley.domain.projection.records import Json, at, collection, record_id, records_at
from parley.domain.projects.loading.variants import VARIANTS, load_variants

PLACE = "variantManagement"


def read(files: Files) -> Json:
    known = {variant.name: variant.id for variant in load_variants(files.source).values()}
    document = files.document(VARIANTS) or {}
    values: dict[str, Json] = {each: {} for each in known.values()}
    attributes = []
    for item in files.items(VARIANTS, "attributes"):
        name = text(item, "name")
        attribute = record_id("ATTRIBUTE", name)
        attributes.append({"id": attribute, "name": name, "archived": False})
        given = mapping(item.get("values"))
        for variant in given:
            if variant in known:
                values[known[variant]][attribute] = text(given, variant)
    variants = [
        {"id": known[name], "name": name, "isDefault": item.get("is_default") is True}
        for item in files.items(VARIANTS, "variants")
        if (name := text(item, "name")) in known
    ]
    if not document:
        return {
            PLACE: {"variants": collection(()), "attributes": collection(()), "variantAttributeValues": collection(())}
        }
    return {
        PLACE: {
            "variants": collection(variants),
            "attributes": collection(attributes),
            "variantAttributeValues": collection({"id": each, "values": given} for each, given in values.items()),
        }
    }


def write(tree: Json) -> Json:
    variants = list(records_at(tree, PLACE, "variants"))
    values = at(tree, PLACE, "variantAttributeValues", "entities")
    attributes = [each for each in records_at(tree, PLACE, "attributes") if not each.get("archived")]
    if not variants and not attributes:
        return {}
    return {
        VARIANTS: {
            "variants": [
                {"name": each["name"], **({"is_default": True} if each.get("isDefault") else {})} for each in variants
            ],
            "attributes": [
                {
                    "name": each["name"],
                    "values": {
                        variant["name"]: given[each["id"]]
                        for variant in variants
                        if each["id"] in (given := at(values, variant["id"], "values"))
                    },
                }
                for each in attributes
            ],
        }
    }


def names(tree: Json) -> dict[str, str]:
    return {each["id"]: each["name"] for each in records_at(tree, PLACE, "variants")}
