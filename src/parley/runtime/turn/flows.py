"""Moving through flows. Unknown names leave the conversation where it is; the trace says so."""

from __future__ import annotations

from parley.agent_host.protocol import Transition
from parley.domain.projects.model import Flow, StepKind
from parley.runtime.turn.state import TurnState


def navigate(turn: TurnState, transition: Transition) -> bool:
    """Applies a transition; says whether it led anywhere. A function step that was entered waits in `work.entered`."""
    if transition.goto_flow is not None:
        return _goto_flow(turn, transition.goto_flow, transition.goto_step)
    if transition.goto_step is not None:
        return goto_step(turn, transition.goto_step)
    if transition.exit_flow:
        exit_flow(turn)
        return True
    return False


def _goto_flow(turn: TurnState, name: str, step: str | None) -> bool:
    flow = turn.compiled.flow(name)
    if flow is None:
        turn.trace.notes.append(f"unknown flow: {name}")
        return False
    if step is not None and step not in flow.steps:
        turn.trace.notes.append(f"unknown step: {step} of {name}, the flow's first one is entered instead")
        step = None
    _enter(turn, flow, step if step is not None else flow.start_step)
    return True


def goto_step(turn: TurnState, name: str) -> bool:
    flow = turn.compiled.flow(turn.dialog.flow)
    if flow is None or name not in flow.steps:
        turn.trace.notes.append(f"unknown step: {name}")
        return False
    _enter(turn, flow, name)
    return True


def exit_flow(turn: TurnState) -> None:
    turn.dialog.flow = turn.dialog.step = None
    turn.entered, turn.stood = None, (None, None)


def go_back(turn: TurnState, failed: str) -> None:
    """Nothing can be said in a function step: when it does not lead on, the conversation is where it was before."""
    turn.dialog.flow, turn.dialog.step = turn.stood
    turn.entered = None
    turn.trace.notes.append(f"the function step {failed} failed: back to {turn.dialog.step or 'no step'}")


def _enter(turn: TurnState, flow: Flow, step_name: str) -> None:
    step = flow.steps.get(step_name)
    if step is None:
        turn.trace.notes.append(f"the flow {flow.name} has no step {step_name}")
    turn.dialog.flow, turn.dialog.step = flow.name, step_name if step else None
    if step and step.kind is StepKind.FUNCTION:
        turn.entered = step
    else:
        turn.entered, turn.stood = None, (turn.dialog.flow, turn.dialog.step)
