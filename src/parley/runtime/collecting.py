"""Default steps: entities to collect, validated by type, and the paths that they open."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from parley.domain.projects.model import Condition, Parameter, Step, StepKind
from parley.providers.llm.protocol import Choice, Slot, Tool
from parley.runtime import entities
from parley.runtime.flows import exit_flow, goto_step
from parley.runtime.host.protocol import EntityValue
from parley.runtime.mind import Mind
from parley.runtime.texts import fill
from parley.runtime.tools import CHOOSE_PATH, SAVE_ENTITIES, Binding, ToolKind, object_schema
from parley.runtime.work import Work

_MOMENTS = ("date", "time")


def is_collecting(step: Step | None) -> bool:
    return step is not None and step.kind is StepKind.DEFAULT


def _collected(mind: Mind, name: str) -> str | None:
    found = mind.entities.get(name)
    return found.value if found and found.valid else None


def _missing(mind: Mind, condition: Condition) -> list[str]:
    return [name for name in condition.required_entities if _collected(mind, name) is None]


def slots(work: Work, step: Step) -> tuple[Slot, ...]:
    wanted = (work.compiled.entity(name) for name in step.extracted_entities)
    return tuple(Slot(e.name, e.description, e.type, e.config, _collected(work.mind, e.name)) for e in wanted)


def choices(work: Work, step: Step) -> tuple[Choice, ...]:
    return tuple(Choice(c.name, work.resolved(c.description), c.required_entities) for c in step.conditions)


def bindings(work: Work, step: Step) -> list[Binding]:
    """The tools of a default step: one to save entities, one to choose a path. Every path is offered, because a model
    may save what a path needs and choose it in the same answer; whether it is open is checked when it is taken."""
    found: list[Binding] = []
    if step.extracted_entities:
        properties = {name: entities.schema(work.compiled.entity(name)) for name in step.extracted_entities}
        tool = Tool(SAVE_ENTITIES, "Saves what the user has told; give only what is known.", object_schema(properties))
        found.append(Binding(tool, ToolKind.SAVE_ENTITIES))
    if step.conditions:
        names = [condition.name for condition in step.conditions]
        schema = object_schema({"condition": {"type": "string", "enum": names}}, ["condition"])
        tool = Tool(
            CHOOSE_PATH, "Moves on along the path whose condition is met, once all that it needs is saved.", schema
        )
        found.append(Binding(tool, ToolKind.CHOOSE_PATH, (Parameter("condition", "string"),)))
    return found


def instructions(work: Work, step: Step) -> str:
    """What the step's prompt does not say: what to collect, what is known, where it may lead."""
    texts, mind = work.compiled.texts, work.mind
    lines: list[str] = []
    wanted = [work.compiled.entity(name) for name in step.extracted_entities]
    if wanted:
        lines.append(texts["collect_heading"])
        for entity in wanted:
            known = _collected(mind, entity.name)
            lines.append(f"- {entity.name}: {entity.description}" + (f" (known: {known})" if known is not None else ""))
    if any(entity.type in _MOMENTS for entity in wanted):
        lines.append(fill(texts["today"], now=f"{work.now():%A %Y-%m-%d %H:%M}"))
    if step.conditions:
        lines.append(texts["paths_heading"])
        for condition in step.conditions:
            described = f"- {condition.name}: {work.resolved(condition.description)}"
            missing = _missing(mind, condition)
            lines.append(described + (f" (needs {', '.join(missing)})" if missing else ""))
    return "\n".join(lines)


def save(work: Work, step: Step, given: Mapping[str, Any]) -> str:
    """Keeps what is valid in entities and state; returns what the model is told."""
    texts, mind = work.compiled.texts, work.mind
    context = entities.Context(work.now().date(), mind.language)
    saved: dict[str, EntityValue] = {}
    typed: dict[str, Any] = {}
    problems: list[str] = []
    for name in step.extracted_entities:
        if given.get(name) is None or given[name] == "":
            continue
        entity = work.compiled.entity(name)
        checked = entities.check(entity, given[name], context)
        if checked.error:
            problems.append(f"{name} ({checked.error})")
            continue
        saved[name] = EntityValue(name, entity.type, checked.value)
        typed[name] = checked.typed
    mind.entities = {**mind.entities, **saved}
    mind.state_json = {**mind.state_json, **typed}
    mind.prefill = {**mind.prefill, **typed}
    work.entities |= {name: value.value for name, value in saved.items()}
    told = [fill(texts["saved"], saved=", ".join(f"{n} = {v.value}" for n, v in saved.items()))] if saved else []
    if problems:
        told.append(fill(texts["not_valid"], problems="; ".join(problems)))
    return " ".join(told) or texts["nothing_saved"]


def choose(work: Work, step: Step, label: str) -> tuple[str, bool]:
    """Takes the path of that name if it is open; returns what the model is told, and whether it was taken."""
    texts = work.compiled.texts
    condition = next((c for c in step.conditions if c.name == label), None)
    if condition is None:
        return fill(texts["path_unknown"], choices=", ".join(c.name for c in step.conditions)), False
    if missing := _missing(work.mind, condition):
        return fill(texts["path_closed"], missing=", ".join(missing)), False
    if condition.exits_flow or condition.child_step is None:
        exit_flow(work)
    else:
        goto_step(work, condition.child_step)
    return fill(texts["path_taken"], choice=label), True
