"""flows/: guided conversations, their steps and their functions."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace

from parley.domain.projects.loading.fields import Fields
from parley.domain.projects.loading.findings import Target
from parley.domain.projects.loading.functions import load_functions
from parley.domain.projects.loading.source import Source
from parley.domain.projects.model import Condition, Flow, Function, FunctionKind, Json, Step, StepKind

SETTINGS = ("asr_biasing", "dtmf_config", "asr", "vad", "barge_in")
STEP_KINDS = (StepKind.ADVANCED, StepKind.DEFAULT)
EXIT = "exit_flow_condition"
CONDITION_KINDS = ("step_condition", EXIT, "no_code_step_condition", "function_step_condition")
LONGEST_LABEL = 50
LONGEST_DIGIT_TIMEOUT_SECONDS = 60
"""The format documents seconds; a larger number was written in milliseconds."""

_STEP_NAME = re.compile(r"[a-zA-Z0-9\u00C0-\u024F\u1E00-\u1EFF_ &,/.\-]+")


def load_flows(source: Source, files: Mapping[str, str]) -> dict[str, Flow]:
    """By name. Two flows of one name are a fatal problem: navigation could not tell them apart."""
    flows: dict[str, Flow] = {}
    step_places: dict[str, str] = {}
    for slug in sorted({path.split("/")[1] for path in source.paths("flows") if path.count("/") >= 2}):
        flow = _flow(source, files, slug)
        if flow is None:
            continue
        if flow.name in flows:
            place = f"flows/{slug}/flow_config.yaml"
            source.findings.problem(place, 1, f"the flow '{flow.name}' is defined twice")
            continue
        flows[flow.name] = flow
        _report_shared_function_steps(source, flow, step_places)
    return flows


def _flow(source: Source, files: Mapping[str, str], slug: str) -> Flow | None:
    folder = f"flows/{slug}"
    config = source.yaml(f"{folder}/flow_config.yaml")
    if not config.present:
        if source.paths(f"{folder}/steps", ".yaml", ".yml"):
            config.problem("name", "flow_config.yaml is missing: this flow is ignored", fatal=False)
        return None
    name = config.name(slug)
    start = config.text("start_step").strip()
    if start:
        config.mention("start_step", Target.STEP, start, name, fatal=True)
    elif config.path not in source.findings.unreadable:
        config.problem("start_step", "'start_step' is missing")
    functions = load_functions(source, files, f"{folder}/functions", FunctionKind.TRANSITION, name)
    code_steps = load_functions(source, files, f"{folder}/function_steps", FunctionKind.STEP, name)
    return Flow(
        name=name,
        slug=slug,
        description=config.text("description").strip(),
        start_step=start,
        steps=_steps(source, folder, name, code_steps),
        functions=functions,
    )


def _steps(source: Source, folder: str, flow: str, code_steps: Mapping[str, Function]) -> dict[str, Step]:
    steps = {name: Step(name, StepKind.FUNCTION, function=function) for name, function in code_steps.items()}
    for path in source.direct(f"{folder}/steps", ".yaml", ".yml"):
        fields = source.yaml(path)
        if path in source.findings.unreadable:
            continue
        step = _step(fields, path.rpartition("/")[2].rpartition(".")[0], flow)
        if step.name in steps:
            fields.problem("name", f"the flow '{flow}' has another step called '{step.name}'")
        steps.setdefault(step.name, step)
    return steps


def _step(fields: Fields, stem: str, flow: str) -> Step:
    name = fields.name(stem)
    if not _STEP_NAME.fullmatch(name):
        message = "a step's name should only contain letters, digits, spaces and _ & , / . -"
        fields.problem("name", message, fatal=False)
    guessed = StepKind.DEFAULT if fields.get("conditions") or fields.get("extracted_entities") else StepKind.ADVANCED
    kind = StepKind(fields.choice("step_type", STEP_KINDS, guessed))
    conditions = tuple(_conditions(fields, flow)) if kind is StepKind.DEFAULT else ()
    entities = fields.lined_texts("extracted_entities") if kind is StepKind.DEFAULT else []
    for line, entity in entities:
        fields.mention("extracted_entities", Target.ENTITY, entity, line=line)
    llm = fields.inner("llm")
    effort = llm.optional("reasoning_effort")
    return Step(
        name=name,
        kind=kind,
        prompt=fields.prompt("prompt", flow),
        conditions=conditions,
        extracted_entities=tuple(entity for _, entity in entities),
        model=llm.optional("provider_model_id"),
        reasoning_effort=None if effort == "unspecified" else effort,
        settings=_settings(fields),
    )


def _conditions(fields: Fields, flow: str) -> Iterator[Condition]:
    labels: set[str] = set()
    for item in fields.each("conditions"):
        condition = _condition(item, flow)
        if condition.name in labels:
            item.problem("name", f"this step has another condition called '{condition.name}'", fatal=False)
        elif len(condition.name) > LONGEST_LABEL:
            item.problem("name", f"the condition's name is longer than {LONGEST_LABEL} characters", fatal=False)
        labels.add(condition.name)
        yield condition


def _condition(item: Fields, flow: str) -> Condition:
    child = item.optional("child_step")
    kind = item.choice("condition_type", CONDITION_KINDS, CONDITION_KINDS[0] if child else EXIT)
    exits = kind == EXIT
    if not exits and child is None:
        item.problem("child_step", "'child_step' is missing")
    elif not exits and child is not None:
        item.mention("child_step", Target.STEP, child, flow, fatal=True)
    required = item.lined_texts("required_entities")
    for line, entity in required:
        item.mention("required_entities", Target.ENTITY, entity, line=line)
    return Condition(
        name=item.name(),
        description=item.prompt("description", flow),
        exits_flow=exits,
        child_step=None if exits else child,
        required_entities=tuple(entity for _, entity in required),
    )


def _settings(fields: Fields) -> dict[str, Json]:
    settings = {key: fields.json(key) for key in SETTINGS if fields.get(key) is not None}
    keys = fields.inner("dtmf_config")
    _check_keys(replace(keys, strict=False))
    timeout = keys.number("inter_digit_timeout", 0)
    if timeout > LONGEST_DIGIT_TIMEOUT_SECONDS:
        settings["dtmf_config"] = {**settings["dtmf_config"], "inter_digit_timeout": timeout / 1000}
    return settings


def _check_keys(keys: Fields) -> None:
    """Calls read them leniently, so a wrong one is only told of."""
    for key in ("is_enabled", "collect_while_agent_speaking", "is_pii"):
        keys.flag(key)
    keys.number("max_digits", 0)
    keys.text("end_key")


def _report_shared_function_steps(source: Source, flow: Flow, places: dict[str, str]) -> None:
    for step in flow.steps.values():
        if step.function is None:
            continue
        # The format wants them unique in a project. Navigation goes by flow, so a second one does no harm.
        first = places.setdefault(step.name, step.function.path)
        if first != step.function.path:
            message = f"the function step '{step.name}' also exists in {first}; names should be unique"
            source.findings.warning(step.function.path, step.function.line, message)
