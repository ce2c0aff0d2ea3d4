"""flows/: each flow with its steps, its functions and where it begins."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from parley.domain.projection.code import read_function, write_function
from parley.domain.projection.files import Files, mapping, mappings, text, texts
from parley.domain.projection.folders import place
from parley.domain.projection.names import EXTRACTED, REQUIRED
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
from parley.domain.projects.loading.source import slug

FUNCTION_STEP = "function_step"
ADVANCED, DEFAULT = "advanced_step", "default_step"
EXIT = "exitFlowCondition"
EFFORTS = ("unspecified", "minimal", "low", "medium", "high", "auto")
"""In the tree a number: the place in this row."""

_SETTINGS = {"asr_biasing": "asrBiasing", "dtmf_config": "dtmf", "asr": "asr", "vad": "vad", "barge_in": "bargeIn"}
_HEARD = ("alphanumeric", "name_spelling", "numeric", "party_size", "precise_date", "relative_date", "single_number")
_UNSET: dict[str, Json] = {
    "asrBiasing": {
        **{camel(each): False for each in (*_HEARD, "time", "yes_no", "address", "is_enabled")},
        "customKeywords": [],
    },
    "dtmf": {
        "isEnabled": False,
        "interDigitTimeout": 0,
        "maxDigits": 0,
        "endKey": "#",
        "collectWhileAgentSpeaking": False,
        "isPii": False,
    },
}
"""What a step says of its settings when it does not say it."""
_NOWHERE = {"x": 0.0, "y": 0.0}
_CONDITIONS = {ADVANCED: "stepCondition", DEFAULT: "noCodeStepCondition", FUNCTION_STEP: "functionStepCondition"}


def read(files: Files) -> Json:
    folders = dict.fromkeys(path.split("/")[1] for path in files.source.paths("flows") if path.count("/") >= 2)
    return {"flows": {"flows": collection(each for folder in folders if (each := _read_flow(files, folder)))}}


def write(tree: Json, places: dict[str, str]) -> Iterator[tuple[str, Any]]:
    for flow in records_at(tree, "flows", "flows"):
        folder = _folder(flow, places)
        steps = list(records_at(flow, "steps"))
        names = {each["id"]: each["name"] for each in steps}
        start = flow.get("startStepId", "")
        head = {"name": flow["name"], "description": flow.get("description") or ""}
        yield f"{folder}/flow_config.yaml", {**head, "start_step": names.get(start, start)}
        for step in steps:
            if step.get("type") == FUNCTION_STEP:
                path = f"{folder}/function_steps/{step['name']}.py"
                yield place(places, step, path), write_function({**at(step, "function"), "name": step["name"]})
            else:
                path = f"{folder}/steps/{slug(step['name'])}.yaml"
                yield place(places, step, path), _write_step(step, names)
        for function in records_at(flow, "transitionFunctions"):
            if not function.get("archived"):
                yield place(places, function, f"{folder}/functions/{function['name']}.py"), write_function(function)


def _folder(flow: Json, places: dict[str, str]) -> str:
    known = places.get(flow["id"])
    return known if known and slug(known.rpartition("/")[2]) == slug(flow["name"]) else f"flows/{slug(flow['name'])}"


def _read_flow(files: Files, folder: str) -> Json | None:
    root = f"flows/{folder}"
    config = files.document(f"{root}/flow_config.yaml")
    if config is None:
        return None
    name = text(config, "name") or folder
    flow_id = record_id("FLOW", name)
    files.places[flow_id] = root
    documents = [(path, text(each, "name") or _stem(path), each) for path, each in files.documents(f"{root}/steps")]
    codes = list(files.codes(f"{root}/function_steps"))
    kinds = {
        **{step: FUNCTION_STEP for _path, step, _code in codes},
        **{step: text(each, "step_type", ADVANCED) for _path, step, each in documents},
    }
    ids = {step: record_id("STEP", name, step) for step in kinds}
    steps = []
    for path, step, document in documents:
        files.places[ids[step]] = path
        steps.append(_read_step(document, step, ids, kinds))
    for path, step, code in codes:
        files.places[ids[step]] = path
        function = {"id": record_id("FUNCTION-STEP", name, step), **read_function(code, step, name)}
        shape = {"id": ids[step], "name": step, "type": FUNCTION_STEP, "position": _NOWHERE}
        steps.append({**shape, "function": function, "conditions": []})
    functions = []
    for path, function_name, code in files.codes(f"{root}/functions"):
        record = {"id": record_id("FUNCTION", name, function_name), **read_function(code, function_name, name)}
        files.places[record["id"]] = path
        functions.append(record)
    start = text(config, "start_step")
    return {
        "id": flow_id,
        "name": name,
        "description": text(config, "description"),
        "startStepId": ids.get(start, start),
        "steps": collection(steps),
        "transitionFunctions": collection(functions),
    }


def _stem(path: str) -> str:
    return path.rpartition("/")[2].rpartition(".")[0]


def _read_step(document: Json, name: str, ids: dict[str, str], kinds: dict[str, str]) -> Json:
    conditions = [
        _read_condition(each, record_id("CONDITION", ids[name], text(each, "name")), ids, kinds)
        for each in mappings(document.get("conditions"))
    ]
    return {
        "id": ids[name],
        "name": name,
        "type": kinds[name],
        "prompt": text(document, "prompt"),
        "position": _NOWHERE,
        "settings": _read_settings(document),
        "conditions": conditions,
        "references": {EXTRACTED: dict.fromkeys(texts(document, "extracted_entities"), True)},
    }


def _read_settings(document: Json) -> Json:
    found: Json = {
        field: {**_UNSET.get(field, {}), **camel_keys(document[key])}
        for key, field in _SETTINGS.items()
        if mapping(document.get(key))
    }
    if model := mapping(document.get("llm")):
        effort = text(model, "reasoning_effort", EFFORTS[0])
        found["llm"] = {**camel_keys(model), "reasoningEffort": EFFORTS.index(effort) if effort in EFFORTS else 0}
    return found


def _write_settings(settings: Json) -> Json:
    """What is not on is not in the file."""
    found: Json = {}
    for key, field in _SETTINGS.items():
        known = snake_keys(at(settings, field))
        if known and (known.get("is_enabled") or key not in ("asr_biasing", "dtmf_config")):
            found[key] = {each: value for each, value in known.items() if value not in (None, "")}
    model = at(settings, "llm")
    if model:
        effort: Any = model.get("reasoningEffort") or 0
        known = {
            **snake_keys(model),
            "reasoning_effort": EFFORTS[effort] if effort in range(len(EFFORTS)) else EFFORTS[0],
        }
        found["llm"] = {each: value for each, value in known.items() if value not in (None, "", EFFORTS[0])}
    return {key: value for key, value in found.items() if value}


def _read_condition(item: Json, condition_id: str, ids: dict[str, str], kinds: dict[str, str]) -> Json:
    details: Json = {
        "label": text(item, "name"),
        "description": text(item, "description"),
        REQUIRED: texts(item, "required_entities"),
        "position": _NOWHERE,
        "ingressPosition": "top",
    }
    child = text(item, "child_step")
    if camel(text(item, "condition_type")) == EXIT:
        return {"id": condition_id, "config": case(EXIT, {"details": details, "exitFlowPosition": _NOWHERE})}
    kind = _CONDITIONS.get(kinds.get(child, ADVANCED), _CONDITIONS[ADVANCED])
    return {"id": condition_id, "config": case(kind, {"details": details, "childStepId": ids.get(child, child)})}


def _write_step(step: Json, names: dict[str, str]) -> Json:
    found: Json = {"step_type": step.get("type") or ADVANCED, "name": step["name"]}
    found |= _write_settings(at(step, "settings"))
    if found["step_type"] == DEFAULT:
        found["conditions"] = [_write_condition(each, names) for each in mappings(step.get("conditions"))]
        found["extracted_entities"] = sorted(at(step, "references", EXTRACTED))
    return {**found, "prompt": step.get("prompt") or ""}


def _write_condition(condition: Json, names: dict[str, str]) -> Json:
    value = at(condition, "config", "value")
    details = at(value, "details")
    is_exit = at(condition, "config").get("$case") == EXIT
    child = value.get("childStepId") or ""
    return {
        "name": details.get("label", ""),
        "condition_type": snake(EXIT) if is_exit else "step_condition",
        "description": details.get("description") or "",
        **({} if is_exit else {"child_step": names.get(child, child)}),
        "required_entities": list(details.get(REQUIRED) or []),
    }
