"""Default steps: entities to collect, validated by type, and the paths that they open."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from parley.agent_host.protocol import EntityValue
from parley.domain.projects import entities
from parley.domain.projects.model import Condition, Parameter, Step, StepKind
from parley.kit.values import value
from parley.providers.llm.protocol import Choice, Slot, Tool
from parley.runtime.agent.texts import fill
from parley.runtime.agent.tools import CHOOSE_PATH, SAVE_ENTITIES, Binding, ToolKind, object_schema
from parley.runtime.turn.dialog import DialogState
from parley.runtime.turn.flows.navigation import Entered, exit_flow, goto_step
from parley.runtime.turn.output import TurnOutput
from parley.runtime.turn.state import TurnState

_MOMENTS = ("date", "time")


@value
class Choosing:
    told: str
    """For the model."""
    is_taken: bool
    entered: Entered | None = None


def is_collecting(step: Step | None) -> bool:
    return step is not None and step.kind is StepKind.DEFAULT


def _collected(dialog: DialogState, name: str) -> str | None:
    found = dialog.entities.get(name)
    return found.value if found and found.valid else None


def _missing(dialog: DialogState, condition: Condition) -> list[str]:
    return [name for name in condition.required_entities if _collected(dialog, name) is None]


def slots(turn: TurnState, step: Step) -> tuple[Slot, ...]:
    wanted = (turn.compiled.entity(name) for name in step.extracted_entities)
    return tuple(Slot(e.name, e.description, e.type, e.config, _collected(turn.dialog, e.name)) for e in wanted)


def choices(turn: TurnState, step: Step) -> tuple[Choice, ...]:
    return tuple(Choice(c.name, turn.resolve(c.description), c.required_entities) for c in step.conditions)


def bindings(turn: TurnState, step: Step) -> list[Binding]:
    """The tools of a default step: one to save entities, one to choose a path. Every path is offered, because a model
    may save what a path needs and choose it in the same answer; whether it is open is checked when it is taken."""
    found: list[Binding] = []
    if step.extracted_entities:
        properties = {name: entities.schema(turn.compiled.entity(name)) for name in step.extracted_entities}
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


def instructions(turn: TurnState, step: Step) -> str:
    """What the step's prompt does not say: what to collect, what is known, where it may lead."""
    texts, dialog = turn.compiled.texts, turn.dialog
    lines: list[str] = []
    wanted = [turn.compiled.entity(name) for name in step.extracted_entities]
    if wanted:
        lines.append(texts["collect_heading"])
        for entity in wanted:
            known = _collected(dialog, entity.name)
            lines.append(f"- {entity.name}: {entity.description}" + (f" (known: {known})" if known is not None else ""))
    if any(entity.type in _MOMENTS for entity in wanted):
        lines.append(fill(texts["today"], now=f"{turn.now():%A %Y-%m-%d %H:%M}"))
    if step.conditions:
        lines.append(texts["paths_heading"])
        for condition in step.conditions:
            described = f"- {condition.name}: {turn.resolve(condition.description)}"
            missing = _missing(dialog, condition)
            lines.append(described + (f" (needs {', '.join(missing)})" if missing else ""))
    return "\n".join(lines)


def save(turn: TurnState, step: Step, given: Mapping[str, Any]) -> str:
    """Keeps what is valid in entities and state; returns what the model is told."""
    texts, dialog = turn.compiled.texts, turn.dialog
    context = entities.Context(turn.now().date(), dialog.language)
    saved: dict[str, EntityValue] = {}
    typed: dict[str, Any] = {}
    problems: list[str] = []
    for name in step.extracted_entities:
        # Models fill in what they do not know; an empty value must not overwrite a collected one.
        if given.get(name) is None or given[name] == "":
            continue
        entity = turn.compiled.entity(name)
        checked = entities.check(entity, given[name], context)
        if checked.error:
            problems.append(f"{name} ({checked.error})")
            continue
        saved[name] = EntityValue(name, entity.type, checked.value)
        typed[name] = checked.typed
    dialog.entities = {**dialog.entities, **saved}
    dialog.state_json = {**dialog.state_json, **typed}
    # The state itself is opened by agent hosts only: the next call of a function sets these in it.
    dialog.prefill = {**dialog.prefill, **typed}
    turn.add(TurnOutput(entities={name: value.value for name, value in saved.items()}))
    told = [fill(texts["saved"], saved=", ".join(f"{n} = {v.value}" for n, v in saved.items()))] if saved else []
    if problems:
        told.append(fill(texts["not_valid"], problems="; ".join(problems)))
    return " ".join(told) or texts["nothing_saved"]


def choose(turn: TurnState, step: Step, label: str) -> Choosing:
    """Takes the path of that name if it is open."""
    texts = turn.compiled.texts
    condition = next((c for c in step.conditions if c.name == label), None)
    if condition is None:
        return Choosing(fill(texts["path_unknown"], choices=", ".join(c.name for c in step.conditions)), False)
    if missing := _missing(turn.dialog, condition):
        return Choosing(fill(texts["path_closed"], missing=", ".join(missing)), False)
    if condition.exits_flow or condition.child_step is None:
        exit_flow(turn)
        entered = None
    else:
        entered = goto_step(turn, condition.child_step)
    return Choosing(fill(texts["path_taken"], choice=label), True, entered)
