"""Commands about what a project has one of."""

from __future__ import annotations

from parley.domain.projection.commands.records import add, collection_at, remove, shaped
from parley.domain.projection.errors import CommandBatchInvalid
from parley.domain.projection.folders import SPECIAL
from parley.domain.projection.records import Json, at, collection
from parley.domain.projection.settings import EXPERIMENTAL_ID, WEB_CHAT

CHANNELS = ("voice", WEB_CHAT)
"""By their numbers on the wire."""
AGENT = {"update_personality": "personality", "update_role": "role", "update_rules": "rules"}
_LANGUAGES = ("languages", "additionalLanguages")


def update_agent(tree: Json, kind: str, payload: Json) -> None:
    tree.setdefault("agentSettings", {}).setdefault(AGENT[kind], {}).update(shaped(payload))


def update_filters(tree: Json, kind: str, payload: Json) -> None:
    _update_filters(tree.setdefault("contentFilterSettings", {}), payload)


def _update_filters(filters: Json, payload: Json) -> None:
    filters.update({key: value for key, value in payload.items() if key != "azureConfig"})
    filters["azureConfig"] = {**at(filters, "azureConfig"), **at(payload, "azureConfig")}


def set_default_language(tree: Json, kind: str, payload: Json) -> None:
    tree.setdefault("languages", {})["defaultLanguageCode"] = payload["languageCode"]


def add_language(tree: Json, kind: str, payload: Json) -> None:
    add(collection_at(tree, *_LANGUAGES), {"id": payload["code"], "code": payload["code"]}, kind)


def delete_language(tree: Json, kind: str, payload: Json) -> None:
    remove(collection_at(tree, *_LANGUAGES), payload["code"], kind)


def update_experimental(tree: Json, kind: str, payload: Json) -> None:
    record = {"id": EXPERIMENTAL_ID, "active": True, "features": payload.get("features", {})}
    tree.setdefault("experimentalConfig", {})["experimentalConfigs"] = collection([record])


def update_asr(tree: Json, kind: str, payload: Json) -> None:
    _part(_channel(tree, 0), "asrSettings").update(at(payload, "asrSettings"))


def update_disclaimer(tree: Json, kind: str, payload: Json) -> None:
    _part(_channel(tree, 0), "disclaimer").update(at(payload, "disclaimer"))


def update_channel(tree: Json, kind: str, payload: Json) -> None:
    """Greeting, style or filters of one of the channels."""
    number = payload.get("channelType", 0)
    if number not in range(len(CHANNELS)):
        raise CommandBatchInvalid(f"A command of the type {kind} names a channel that is not known.")
    config = _part(_channel(tree, number), "config")
    for key in ("greeting", "stylePrompt"):
        if key in payload:
            _part(config, key).update(payload[key])
    if "safetyFilters" in payload:
        _update_filters(_part(config, "safetyFilters"), payload["safetyFilters"])


def update_status(tree: Json, kind: str, payload: Json) -> None:
    """A text channel that goes takes what is configured of it along."""
    channel = _channel(tree, 1)
    channel["status"] = at(payload, "channelStatus", "value").get("status", 0)
    if not channel["status"]:
        channel["config"] = {}


def create_special(tree: Json, kind: str, payload: Json) -> None:
    """The functions that begin and end a conversation."""
    name = _special(kind)
    special = tree.setdefault("specialFunctions", {})
    if SPECIAL[name] in special:
        raise CommandBatchInvalid(f"A command of the type {kind} makes what is there already.")
    special[SPECIAL[name]] = {**shaped(payload), "name": name}


def update_special(tree: Json, kind: str, payload: Json) -> None:
    function = at(tree, "specialFunctions").get(SPECIAL[_special(kind)])
    if function is None:
        raise CommandBatchInvalid(f"A command of the type {kind} names what is not there.")
    function.update({key: value for key, value in payload.items() if key != "id"})


def delete_special(tree: Json, kind: str, payload: Json) -> None:
    if at(tree, "specialFunctions").pop(SPECIAL[_special(kind)], None) is None:
        raise CommandBatchInvalid(f"A command of the type {kind} names what is not there.")


def _special(kind: str) -> str:
    return kind.partition("_")[2]


def _channel(tree: Json, number: int) -> Json:
    return _part(_part(tree, "channels"), CHANNELS[number])


def _part(record: Json, name: str) -> Json:
    found: Json = record.setdefault(name, {})
    return found
