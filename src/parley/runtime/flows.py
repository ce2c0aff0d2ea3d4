"""Moving through flows. Unknown names leave the conversation where it is; the trace says so."""

from __future__ import annotations

from parley.domain.projects.model import Flow, StepKind
from parley.runtime.host.protocol import Transition
from parley.runtime.work import Work


def navigate(work: Work, transition: Transition) -> bool:
    """Applies a transition; says whether it led anywhere. A function step that was entered waits in `work.entered`."""
    if transition.goto_flow is not None:
        return _goto_flow(work, transition.goto_flow, transition.goto_step)
    if transition.goto_step is not None:
        return goto_step(work, transition.goto_step)
    if transition.exit_flow:
        exit_flow(work)
        return True
    return False


def _goto_flow(work: Work, name: str, step: str | None) -> bool:
    flow = work.compiled.flow(name)
    if flow is None:
        work.trace.notes.append(f"unknown flow: {name}")
        return False
    if step is not None and step not in flow.steps:
        work.trace.notes.append(f"unknown step: {step} of {name}, the flow's first one is entered instead")
        step = None
    _enter(work, flow, step if step is not None else flow.start_step)
    return True


def goto_step(work: Work, name: str) -> bool:
    flow = work.compiled.flow(work.mind.flow)
    if flow is None or name not in flow.steps:
        work.trace.notes.append(f"unknown step: {name}")
        return False
    _enter(work, flow, name)
    return True


def exit_flow(work: Work) -> None:
    work.mind.flow = work.mind.step = None
    work.entered, work.stood = None, (None, None)


def go_back(work: Work, failed: str) -> None:
    """Nothing can be said in a function step: when it does not lead on, the conversation is where it was before."""
    work.mind.flow, work.mind.step = work.stood
    work.entered = None
    work.trace.notes.append(f"the function step {failed} failed: back to {work.mind.step or 'no step'}")


def _enter(work: Work, flow: Flow, step_name: str) -> None:
    step = flow.steps.get(step_name)
    if step is None:
        work.trace.notes.append(f"the flow {flow.name} has no step {step_name}")
    work.mind.flow, work.mind.step = flow.name, step_name if step else None
    if step and step.kind is StepKind.FUNCTION:
        work.entered = step
    else:
        work.entered, work.stood = None, (work.mind.flow, work.mind.step)
