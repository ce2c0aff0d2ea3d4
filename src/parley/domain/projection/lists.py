"""What stands in lists, each list in a file of its own: entities, handoffs, templates, texts, voice rules."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any

from parley.domain.projection.files import Files, exact, flag, mapping, mappings, text
from parley.domain.projection.records import (
    Json,
    at,
    camel,
    camel_keys,
    case,
    collection,
    record_id,
    records_at,
    snake,
    snake_keys,
)

ENVIRONMENTS = {"sandbox": "sandbox", "pre-release": "preRelease", "live": "live"}


@dataclass(frozen=True, slots=True)
class ListFile:
    file: str
    key: str
    place: tuple[str, ...]
    """Of the collection in the tree."""
    prefix: str
    read: Callable[[Json], Json]
    """From an item to a record, without its id."""
    write: Callable[[Json], Json]
    named_by: str = "name"

    def read_from(self, files: Files) -> Json:
        records = []
        for index, item in enumerate(files.items(self.file, self.key)):
            name = text(item, self.named_by) if self.named_by else str(index)
            if name:
                records.append({"id": record_id(self.prefix, name), **self.read(item)})
        return collection(records)

    def write_to(self, tree: Json) -> Json:
        items = [self.write(record) for record in records_at(tree, *self.place)]
        return {self.file: {self.key: items}} if items else {}


def _plain(
    names: Mapping[str, str], *, exactly: Collection[str] = (), flags: Mapping[str, str] | None = None
) -> dict[str, Callable[[Json], Json]]:
    """For a record that has the texts and flags of its item under other names."""
    switches = flags or {}

    def read(item: Json) -> Json:
        return {
            **{field: exact(item.get(key)) if key in exactly else text(item, key) for key, field in names.items()},
            **{field: flag(item, key) for key, field in switches.items()},
        }

    def write(record: Json) -> Json:
        return {
            **{key: record.get(field) or "" for key, field in names.items()},
            **{key: bool(record.get(field)) for key, field in switches.items()},
        }

    return {"read": read, "write": write}


def _read_entity(item: Json) -> Json:
    kind = text(item, "entity_type")
    value = camel_keys(mapping(item.get("config")))
    head = {"name": text(item, "name"), "description": text(item, "description"), "type": camel(kind)}
    return {**head, "config": case(camel(kind), value)}


def _write_entity(record: Json) -> Json:
    return {
        "name": record["name"],
        "description": record.get("description", ""),
        "entity_type": snake(record.get("type", "")),
        "config": snake_keys(at(record, "config", "value")),
    }


_SIP = {
    "phone_number": "phoneNumber",
    "outbound_endpoint": "outboundEndpoint",
    "outbound_encryption": "outboundEncryption",
}
_SIP_FIELDS = {"invite": tuple(_SIP), "refer": ("phone_number",), "bye": ()}


def _read_handoff(item: Json) -> Json:
    sip = mapping(item.get("sip_config"))
    method = text(sip, "method", "bye")
    headers = [{"key": text(each, "key"), "value": text(each, "value")} for each in mappings(item.get("sip_headers"))]
    return {
        "name": text(item, "name"),
        "description": text(item, "description"),
        "isDefault": flag(item, "is_default"),
        "active": True,
        "sipConfig": {"config": case(method, {_SIP[key]: text(sip, key) for key in _SIP_FIELDS.get(method, ())})},
        "sipHeaders": {"headers": headers},
    }


def _write_handoff(record: Json) -> Json:
    config = at(record, "sipConfig", "config")
    method = config.get("$case", "bye")
    value = at(config, "value")
    return {
        "name": record["name"],
        "description": record.get("description", ""),
        "is_default": bool(record.get("isDefault")),
        "sip_config": {"method": method, **{key: value.get(_SIP[key], "") for key in _SIP_FIELDS.get(method, ())}},
        "sip_headers": [{"key": each["key"], "value": each["value"]} for each in mappings(_headers(record))],
    }


def _headers(record: Json) -> Any:
    return at(record, "sipHeaders").get("headers")


def _read_template(item: Json) -> Json:
    numbers = mapping(item.get("env_phone_numbers"))
    senders = {camel(key): text(numbers, key) for key in ("sandbox", "pre_release", "live")}
    return {"name": text(item, "name"), "text": text(item, "text"), "envPhoneNumbers": senders, "active": True}


def _write_template(record: Json) -> Json:
    numbers = at(record, "envPhoneNumbers")
    senders = {key: numbers.get(camel(key)) or "" for key in ("sandbox", "pre_release", "live")}
    return {"name": record["name"], "text": record.get("text", ""), "env_phone_numbers": senders}


def _read_translation(item: Json) -> Json:
    known = mapping(item.get("translations"))
    said = [{"languageCode": each, "text": text(known, each), "isAutoTranslated": False} for each in known]
    return {"translationKey": text(item, "name"), "translations": said}


def _write_translation(record: Json) -> Json:
    said = {each["languageCode"]: each.get("text") or "" for each in mappings(record.get("translations"))}
    return {"name": record["translationKey"], "translations": said}


def _read_integration(item: Json) -> Json:
    name = text(item, "name")
    environments = mapping(item.get("environments"))
    operations: Json = {}
    for each in mappings(item.get("operations")):
        known = record_id("API-OPERATION", name, text(each, "name"))
        called = {"name": text(each, "name"), "method": text(each, "method"), "resource": text(each, "resource")}
        operations[known] = {"id": known, **called}
    return {
        "name": name,
        "description": text(item, "description"),
        "environments": {
            field: {"baseUrl": text(known, "base_url"), "authType": text(known, "auth_type", "none")}
            for key, field in ENVIRONMENTS.items()
            for known in [mapping(environments.get(key) or environments.get(key.replace("-", "_")))]
        },
        "operations": operations,
    }


def _write_integration(record: Json) -> Json:
    environments = at(record, "environments")
    return {
        "name": record["name"],
        "description": record.get("description") or "",
        "environments": {
            key: {"base_url": known.get("baseUrl") or "", "auth_type": known.get("authType") or "none"}
            for key, field in ENVIRONMENTS.items()
            for known in [at(environments, field)]
        },
        "operations": [
            {"name": each["name"], "method": each["method"], "resource": each["resource"]}
            for each in at(record, "operations").values()
        ],
    }


_REPLACEMENTS = {"substring": "partial"}
"""Two words of files for one of the tree."""


def _read_correction(item: Json) -> Json:
    name = text(item, "name")
    rules = [
        {
            "id": record_id("REGEX", name, str(index)),
            "regularExpression": exact(rule.get("regular_expression")),
            "replacement": exact(rule.get("replacement")),
            "replacementType": _REPLACEMENTS.get(kind := text(rule, "replacement_type", "full"), kind),
        }
        for index, rule in enumerate(mappings(item.get("regular_expressions")))
    ]
    return {"name": name, "description": text(item, "description"), "regularExpressions": rules}


def _write_correction(record: Json) -> Json:
    keys = ("regular_expression", "replacement", "replacement_type")
    rules = [{key: rule.get(camel(key), "") for key in keys} for rule in mappings(record.get("regularExpressions"))]
    return {
        "name": record["name"],
        "description": record.get("description") or "",
        "regular_expressions": rules,
    }


def _read_filter(item: Json) -> Json:
    given = item.get("regular_expressions")
    patterns = given if isinstance(given, list) else [given]
    found = {
        "title": text(item, "name"),
        "description": text(item, "description"),
        "regularExpressions": [exact(each) for each in patterns if each is not None],
        "sayPhrase": flag(item, "say_phrase"),
        "languageCode": text(item, "language_code"),
    }
    function = text(item, "function")
    return {**found, "references": {"globalFunctions": {function: True} if function else {}}}


def _write_filter(record: Json) -> Json:
    found = {
        "name": record.get("title", ""),
        "description": record.get("description") or "",
        "regular_expressions": list(record.get("regularExpressions") or []),
        "say_phrase": bool(record.get("sayPhrase")),
        "language_code": record.get("languageCode") or "",
        "function": next(iter(at(record, "references", "globalFunctions")), ""),
    }
    return {key: value for key, value in found.items() if value != ""}


_BOOSTING = _plain({"keyphrase": "keyphrase", "level": "level"})
_PRONUNCIATION = _plain(
    {
        "regex": "regex",
        "replacement": "replacement",
        "language_code": "languageCode",
        "description": "description",
    },
    exactly=("regex", "replacement"),
    flags={"case_sensitive": "caseSensitive"},
)

LISTS = (
    ListFile("config/entities.yaml", "entities", ("entities", "entities"), "ENTITY", _read_entity, _write_entity),
    ListFile("config/handoffs.yaml", "handoffs", ("handoff", "handoffs"), "HANDOFF", _read_handoff, _write_handoff),
    ListFile(
        "config/sms_templates.yaml", "sms_templates", ("sms", "templates"), "SMS", _read_template, _write_template,
    ),
    ListFile(
        "config/translations.yaml", "translations", ("translations", "translations"), "TRANSLATION",
        _read_translation, _write_translation,
    ),
    ListFile(
        "config/api_integrations.yaml", "api_integrations", ("apiIntegrations", "apiIntegrations"), "API-INTEGRATION",
        _read_integration, _write_integration,
    ),
    ListFile(
        "voice/speech_recognition/keyphrase_boosting.yaml", "keyphrases", ("keyphraseBoosting", "keyphraseBoosting"),
        "KEYPHRASE", named_by="keyphrase", **_BOOSTING,
    ),
    ListFile(
        "voice/speech_recognition/transcript_corrections.yaml", "corrections",
        ("transcriptCorrections", "transcriptCorrections"), "CORRECTION", _read_correction, _write_correction,
    ),
    ListFile(
        "voice/response_control/pronunciations.yaml", "pronunciations", ("pronunciations", "pronunciations"),
        "PRONUNCIATION", named_by="", **_PRONUNCIATION,
    ),
    ListFile(
        "voice/response_control/phrase_filtering.yaml", "phrase_filtering", ("stopKeywords", "filters"),
        "STOP-KEYWORD", _read_filter, _write_filter,
    ),
)  # fmt: skip
