"""Moving through flows. Unknown names leave the conversation where it is; the trace says so."""

from __future__ import annotations

from parley.agent_host.protocol import Transition
from parley.domain.projects.model import Flow, Step, StepKind
from parley.kit.values import value
from parley.runtime.turn.state import TurnState


@value
class Entered:
    """A function step was entered and has yet to run."""

    step: Step
    came_from: tuple[str | None, str | None]
    """Where the conversation was before, and is again if the function step leads nowhere."""
    ends_turn: bool = False
    """Once the function step and those that it leads to have run."""


def navigate(turn: TurnState, transition: Transition) -> Entered | None:
    if transition.goto_flow is not None:
        return _goto_flow(turn, transition.goto_flow, transition.goto_step)
    if transition.goto_step is not None:
        return goto_step(turn, transition.goto_step)
    if transition.exit_flow:
        exit_flow(turn)
    return None


def _goto_flow(turn: TurnState, name: str, step: str | None) -> Entered | None:
    flow = turn.compiled.flow(name)
    if flow is None:
        turn.trace.notes.append(f"unknown flow: {name}")
        return None
    if step is not None and step not in flow.steps:
        turn.trace.notes.append(f"unknown step: {step} of {name}, the flow's first one is entered instead")
        step = None
    return _enter(turn, flow, step if step is not None else flow.start_step)


def goto_step(turn: TurnState, name: str) -> Entered | None:
    flow = turn.compiled.flow(turn.dialog.flow)
    if flow is None or name not in flow.steps:
        turn.trace.notes.append(f"unknown step: {name}")
        return None
    return _enter(turn, flow, name)


def exit_flow(turn: TurnState) -> None:
    turn.dialog.flow = turn.dialog.step = None


def go_back(turn: TurnState, entered: Entered) -> None:
    """Nothing can be said in a function step: when it does not lead on, the conversation is where it was before."""
    turn.dialog.flow, turn.dialog.step = entered.came_from
    turn.trace.notes.append(f"the function step {entered.step.name} failed: back to {turn.dialog.step or 'no step'}")


def _enter(turn: TurnState, flow: Flow, step_name: str) -> Entered | None:
    step, came_from = flow.steps.get(step_name), turn.location
    if step is None:
        turn.trace.notes.append(f"the flow {flow.name} has no step {step_name}")
    turn.dialog.flow, turn.dialog.step = flow.name, step_name if step else None
    return Entered(step, came_from) if step and step.kind is StepKind.FUNCTION else None
