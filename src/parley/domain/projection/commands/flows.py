"""Commands about flows: their steps, what leads from one to another, and their functions."""

from __future__ import annotations

from parley.domain.projection.commands.records import add, collection_at, find, remove, shaped, shaped_latency
from parley.domain.projection.errors import CommandBatchInvalid
from parley.domain.projection.flows import ADVANCED, DEFAULT, FUNCTION_STEP
from parley.domain.projection.names import EXTRACTED
from parley.domain.projection.records import Json, at, collection, snake

FLOWS = ("flows", "flows")
_SECTIONS = {
    "asr_biasing": "asrBiasing",
    "dtmf": "dtmf",
    "asr": "asr",
    "vad": "vad",
    "barge_in": "bargeIn",
    "llm": "llm",
}


def create_flow(tree: Json, kind: str, payload: Json) -> None:
    flow = {
        **{key: payload[key] for key in ("id", "name", "description", "startStepId")},
        "steps": collection(()),
        "transitionFunctions": collection(()),
    }
    add(collection_at(tree, *FLOWS), flow, kind)
    for step in payload["steps"]:
        add(flow["steps"], _advanced(step), kind)
    for step in payload["noCodeSteps"]:
        add(flow["steps"], _default(step), kind)
    for function in payload["transitionFunctions"]:
        add(flow["transitionFunctions"], shaped(function), kind)


def update_flow(tree: Json, kind: str, payload: Json) -> None:
    _flow(tree, kind, payload).update({key: value for key, value in payload.items() if key != "flowId"})


def delete_flow(tree: Json, kind: str, payload: Json) -> None:
    remove(collection_at(tree, *FLOWS), payload["flowId"], kind)


def create_step(tree: Json, kind: str, payload: Json) -> None:
    step = payload.get("step")
    if step is None:
        raise CommandBatchInvalid(f"A command of the type {kind} has no step.")
    add(_flow(tree, kind, payload)["steps"], _advanced(step), kind)


def update_step(tree: Json, kind: str, payload: Json) -> None:
    changed = at(payload, "step")
    step = find(_flow(tree, kind, payload)["steps"], changed.get("id"), kind)
    step.update({key: changed[key] for key in ("name", "prompt") if key in changed})


def delete_step(tree: Json, kind: str, payload: Json) -> None:
    remove(_flow(tree, kind, payload)["steps"], payload["stepId"], kind)


def create_default_step(tree: Json, kind: str, payload: Json) -> None:
    add(_flow(tree, kind, payload)["steps"], _default(payload), kind)


def update_default_step(tree: Json, kind: str, payload: Json) -> None:
    step = _step(tree, kind, payload)
    step.update({key: payload[key] for key in ("name", "prompt") if key in payload})
    if "references" in payload:
        step["references"] = {**at(step, "references"), EXTRACTED: at(payload, "references", EXTRACTED)}


def create_function_step(tree: Json, kind: str, payload: Json) -> None:
    made = at(payload, "payload", "value")
    function = shaped(at(made, "function"))
    step: Json = {
        "id": made.get("id"),
        "name": function.get("name"),
        "type": FUNCTION_STEP,
        "function": function,
        "conditions": [],
    }
    add(_flow(tree, kind, payload)["steps"], step, kind)


def update_function_step(tree: Json, kind: str, payload: Json) -> None:
    changed = at(payload, "payload", "value")
    step = _step(tree, kind, payload)
    if "name" in changed:
        step["name"] = changed["name"]
    step["function"] = {**at(step, "function"), **shaped(at(changed, "function"))}


def set_condition(tree: Json, kind: str, payload: Json) -> None:
    """One that is there already is replaced."""
    config = payload.get("config")
    if config is None:
        raise CommandBatchInvalid(f"A command of the type {kind} has no condition.")
    step, condition_id = _step(tree, kind, payload), payload["conditionId"]
    conditions = step.setdefault("conditions", [])
    condition = {"id": condition_id, "config": config}
    for index, each in enumerate(conditions):
        if each["id"] == condition_id:
            conditions[index] = condition
            return
    conditions.append(condition)


def delete_condition(tree: Json, kind: str, payload: Json) -> None:
    step = _step(tree, kind, payload)
    kept = [each for each in step.get("conditions", []) if each["id"] != payload["conditionId"]]
    if len(kept) == len(step.get("conditions", [])):
        raise CommandBatchInvalid(f"A command of the type {kind} names a condition that is not there.")
    step["conditions"] = kept


def update_settings(tree: Json, kind: str, payload: Json) -> None:
    step = _step(tree, kind, payload)
    step["settings"] = {**at(step, "settings"), **at(payload, "settings")}


def clear_settings(tree: Json, kind: str, payload: Json) -> None:
    settings = at(_step(tree, kind, payload), "settings")
    for section in payload["sections"]:
        settings.pop(_SECTIONS.get(snake(section), section), None)


def create_function(tree: Json, kind: str, payload: Json) -> None:
    add(_flow(tree, kind, payload)["transitionFunctions"], shaped(at(payload, "transitionFunction")), kind)


def update_function(tree: Json, kind: str, payload: Json) -> None:
    changed = shaped(at(payload, "transitionFunction"))
    find(_flow(tree, kind, payload)["transitionFunctions"], changed.get("id"), kind).update(changed)


def delete_function(tree: Json, kind: str, payload: Json) -> None:
    remove(_flow(tree, kind, payload)["transitionFunctions"], payload["functionId"], kind)


def update_latency(tree: Json, kind: str, payload: Json) -> None:
    """Of a flow's function, or of one that all flows have."""
    if "flowId" in payload:
        known, latency = _flow(tree, kind, payload)["transitionFunctions"], at(payload, "latencyControl")
    else:
        known, latency = collection_at(tree, "functions", "functions"), payload
    function = find(known, latency.get("functionId"), kind)
    function["latencyControl"] = {**at(function, "latencyControl"), **shaped_latency(latency)}


def _flow(tree: Json, kind: str, payload: Json) -> Json:
    return find(collection_at(tree, *FLOWS), payload["flowId"], kind)


def _step(tree: Json, kind: str, payload: Json) -> Json:
    return find(_flow(tree, kind, payload)["steps"], payload["stepId"], kind)


def _advanced(step: Json) -> Json:
    settings = {"asrBiasing": step.get("asrBiasing"), "dtmf": step.get("dtmfConfig")}
    return {
        **{key: step[key] for key in ("id", "name", "prompt")},
        "type": ADVANCED,
        "settings": {key: value for key, value in settings.items() if value},
        "conditions": [],
    }


def _default(step: Json) -> Json:
    return {
        "id": step["stepId"],
        "name": step["name"],
        "prompt": step["prompt"],
        "type": DEFAULT,
        "settings": {},
        "conditions": [],
        "references": {EXTRACTED: at(step, "references", EXTRACTED)},
    }
