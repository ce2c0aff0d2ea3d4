"""Commands about records in collections."""

from __future__ import annotations

import re

from parley.domain.projection import variants
from parley.domain.projection.commands.records import add, collection_at, find, remove, shaped
from parley.domain.projection.errors import CommandBatchInvalid
from parley.domain.projection.records import Json, at, camel

Place = tuple[str, ...]
_DOCUMENT = re.compile(r"[^/\\.][^/\\]{0,200}\.(md|MD)")

TOPICS: Place = ("knowledgeBase", "topics")
TEMPLATES: Place = ("sms", "templates")
HANDOFFS: Place = ("handoff", "handoffs")
FILTERS: Place = ("stopKeywords", "filters")
ENTITIES: Place = ("entities", "entities")
VARIABLES: Place = ("variables", "variables")
PRONUNCIATIONS: Place = ("pronunciations", "pronunciations")
CORRECTIONS: Place = ("transcriptCorrections", "transcriptCorrections")
KEYPHRASES: Place = ("keyphraseBoosting", "keyphraseBoosting")
TRANSLATIONS: Place = ("translations", "translations")
INTEGRATIONS: Place = ("apiIntegrations", "apiIntegrations")
FUNCTIONS: Place = ("functions", "functions")
CASES: Place = ("testing", "testCases")
DOCUMENTS: Place = ("documents", "documents")
VARIANTS: Place = (variants.PLACE, "variants")
ATTRIBUTES: Place = (variants.PLACE, "attributes")
VALUES: Place = (variants.PLACE, "variantAttributeValues")

CREATED = {
    "create_topic": TOPICS,
    "sms_create_template": TEMPLATES,
    "handoff_create": HANDOFFS,
    "stop_keywords_create": FILTERS,
    "entity_create": ENTITIES,
    "variable_create": VARIABLES,
    "pronunciations_create_pronunciation": PRONUNCIATIONS,
    "create_transcript_corrections": CORRECTIONS,
    "create_keyphrase_boosting": KEYPHRASES,
    "create_translation": TRANSLATIONS,
    "create_api_integration": INTEGRATIONS,
    "create_function": FUNCTIONS,
    "create_test_case": CASES,
}
UPDATED = {
    "update_topic": TOPICS,
    "toggle_topic_status": TOPICS,
    "set_topic_tags": TOPICS,
    "sms_update_template": TEMPLATES,
    "handoff_update": HANDOFFS,
    "stop_keywords_update": FILTERS,
    "entity_update": ENTITIES,
    "variable_update": VARIABLES,
    "pronunciations_update_pronunciation": PRONUNCIATIONS,
    "update_keyphrase_boosting": KEYPHRASES,
    "update_translation": TRANSLATIONS,
    "update_api_integration": INTEGRATIONS,
    "update_function": FUNCTIONS,
    "update_test_case": CASES,
    "set_test_case_assertions": CASES,
    "set_test_case_tags": CASES,
    "set_test_case_sip_headers": CASES,
    "set_test_case_integration_attributes": CASES,
}
DELETED = {
    "delete_topic": TOPICS,
    "sms_delete_template": TEMPLATES,
    "handoff_delete": HANDOFFS,
    "stop_keywords_delete": FILTERS,
    "entity_delete": ENTITIES,
    "variable_delete": VARIABLES,
    "pronunciations_delete_pronunciation": PRONUNCIATIONS,
    "delete_transcript_corrections": CORRECTIONS,
    "delete_keyphrase_boosting": KEYPHRASES,
    "delete_translation": TRANSLATIONS,
    "delete_api_integration": INTEGRATIONS,
    "delete_function": FUNCTIONS,
    "delete_test_case": CASES,
}
MADE_OF_PARTS = {"envPhoneNumbers"}
"""Fields of which an update may have some parts only."""


def create(tree: Json, kind: str, payload: Json) -> None:
    record = shaped(payload)
    if kind == "create_topic":
        record.setdefault("isActive", True)
    elif kind == "create_api_integration":
        record["operations"] = {}
    add(collection_at(tree, *CREATED[kind]), record, kind)


def update(tree: Json, kind: str, payload: Json) -> None:
    record = find(collection_at(tree, *UPDATED[kind]), payload.get("id"), kind)
    for key, value in shaped(payload).items():
        record[key] = {**at(record, key), **value} if key in MADE_OF_PARTS else value


def delete(tree: Json, kind: str, payload: Json) -> None:
    record_id = payload.get("id") or payload.get("transcriptCorrectionsId")
    remove(collection_at(tree, *DELETED[kind]), record_id, kind)


def set_default_handoff(tree: Json, kind: str, payload: Json) -> None:
    _set_default(collection_at(tree, *HANDOFFS), payload, kind)


def set_default_variant(tree: Json, kind: str, payload: Json) -> None:
    _set_default(collection_at(tree, *VARIANTS), payload, kind)


def _set_default(known: Json, payload: Json, kind: str) -> None:
    find(known, payload["id"], kind)
    for record_id, record in known["entities"].items():
        record["isDefault"] = record_id == payload["id"]


def update_corrections(tree: Json, kind: str, payload: Json) -> None:
    known = collection_at(tree, *CORRECTIONS)
    for each in at(payload, "data").get("corrections", []):
        find(known, each["id"], kind).update(each)


def create_variant(tree: Json, kind: str, payload: Json) -> None:
    known = collection_at(tree, *VARIANTS)
    add(known, {"id": payload["id"], "name": payload["name"], "isDefault": not known["ids"]}, kind)
    values = {"id": payload["id"], "values": dict(at(payload, "attributeValues", "values"))}
    add(collection_at(tree, *VALUES), values, kind)


def update_variant(tree: Json, kind: str, payload: Json) -> None:
    record = find(collection_at(tree, *VARIANTS), payload["id"], kind)
    if "name" in payload:
        record["name"] = payload["name"]
    _values_of(tree, payload["id"]).update(at(payload, "attributeValues", "values"))


def delete_variant(tree: Json, kind: str, payload: Json) -> None:
    known = collection_at(tree, *VARIANTS)
    if find(known, payload["id"], kind).get("isDefault"):
        raise CommandBatchInvalid("The default variant cannot be deleted.")
    remove(known, payload["id"], kind)
    values = collection_at(tree, *VALUES)
    if payload["id"] in values["entities"]:
        remove(values, payload["id"], kind)


def create_attribute(tree: Json, kind: str, payload: Json) -> None:
    _check_text(payload)
    attribute = {"id": payload["id"], "name": payload["name"], "archived": False}
    add(collection_at(tree, *ATTRIBUTES), attribute, kind)
    _set_values(tree, payload)


def update_attribute(tree: Json, kind: str, payload: Json) -> None:
    _check_text(payload)
    record = find(collection_at(tree, *ATTRIBUTES), payload["id"], kind)
    if "name" in payload:
        record["name"] = payload["name"]
    _set_values(tree, payload)


def delete_attribute(tree: Json, kind: str, payload: Json) -> None:
    remove(collection_at(tree, *ATTRIBUTES), payload["id"], kind)
    for values in collection_at(tree, *VALUES)["entities"].values():
        values["values"].pop(payload["id"], None)


def _check_text(payload: Json) -> None:
    if at(payload, "type").get("kind"):
        raise CommandBatchInvalid("Attributes are texts; other types are not supported.")


def _set_values(tree: Json, payload: Json) -> None:
    for variant, value in at(payload, "variantValues", "values").items():
        find(collection_at(tree, *VARIANTS), variant, "of an attribute")
        _values_of(tree, variant)[payload["id"]] = value


def _values_of(tree: Json, variant: str) -> Json:
    known = collection_at(tree, *VALUES)
    if variant not in known["entities"]:
        known["ids"].append(variant)
        known["entities"][variant] = {"id": variant, "values": {}}
    values: Json = known["entities"][variant].setdefault("values", {})
    return values


def update_integration_config(tree: Json, kind: str, payload: Json) -> None:
    record = find(collection_at(tree, *INTEGRATIONS), payload["id"], kind)
    environment = camel(payload["environment"].replace("-", "_"))
    known = record.setdefault("environments", {}).setdefault(environment, {})
    known.update({key: payload[key] for key in ("baseUrl", "authType") if key in payload})


def set_operation(tree: Json, kind: str, payload: Json) -> None:
    """Creates it, or changes what it says of it."""
    record = find(collection_at(tree, *INTEGRATIONS), payload.get("integrationId"), kind)
    operations = record.setdefault("operations", {})
    operation = {key: value for key, value in payload.items() if key != "integrationId"}
    empty = {"name": "", "method": "", "resource": ""}
    operations[payload["id"]] = {**empty, **operations.get(payload["id"], {}), **operation}


def delete_operation(tree: Json, kind: str, payload: Json) -> None:
    record = find(collection_at(tree, *INTEGRATIONS), payload["integrationId"], kind)
    if record.setdefault("operations", {}).pop(payload["id"], None) is None:
        raise CommandBatchInvalid(f"A command of the type {kind} names an operation that is not there.")


def create_document(tree: Json, kind: str, payload: Json) -> None:
    if not _DOCUMENT.fullmatch(payload["path"]):
        raise CommandBatchInvalid("A document is a file of Markdown in one folder.")
    add(collection_at(tree, *DOCUMENTS), {"id": payload["path"], **payload}, kind)


def update_document(tree: Json, kind: str, payload: Json) -> None:
    _document(tree, kind, payload)["content"] = payload["content"]


def delete_document(tree: Json, kind: str, payload: Json) -> None:
    remove(collection_at(tree, *DOCUMENTS), _document(tree, kind, payload)["id"], kind)


def _document(tree: Json, kind: str, payload: Json) -> Json:
    for record in collection_at(tree, *DOCUMENTS)["entities"].values():
        if record["path"] == payload["path"]:
            found: Json = record
            return found
    raise CommandBatchInvalid(f"A command of the type {kind} names a document that is not there.")
