"""One call inside the child: state in, function, everything that it did out."""

from __future__ import annotations

import traceback
from collections.abc import Mapping
from contextlib import nullcontext
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from parley.agent_host.allowance import STATE_CHARACTERS
from parley.agent_host.messages import MAX_STATE, FunctionResult
from parley.agent_host.modules import ProjectModules
from parley.agent_host.outcomes import is_too_large, returned_too_much
from parley.agent_host.protocol import TOO_LARGE, FunctionFailure, Invocation, Json, Reply
from parley.agent_host.simulated_clock import freeze_clock, parse_instant
from parley.agent_host.surface import logs, state
from parley.agent_host.surface.catch_all import CatchAll, safe_str
from parley.agent_host.surface.context import CallContext, Services
from parley.agent_host.surface.conversation import Conversation
from parley.agent_host.surface.effects_recorder import EffectsRecorder
from parley.agent_host.surface.entities import find_changes
from parley.agent_host.surface.errors import TooLarge
from parley.agent_host.surface.function_calls import MissingArguments, call_entry
from parley.agent_host.surface.projection import clean, project_members, project_whole
from parley.agent_host.surface.return_values import parse_return_value

_MESSAGE = 2_000


@dataclass(frozen=True, slots=True)
class LoadedProject:
    """The project that this process serves."""

    payload: Mapping[str, Json]
    modules: ProjectModules


def run_function(
    call: int, invocation: Invocation, project: LoadedProject, services: Services
) -> tuple[FunctionResult, bytes]:
    """→ the result and the new state. Whatever agent code raises is in the result."""
    try:
        loaded = state.load(invocation.state)
    except state.StateUnreadable as error:
        unreadable = FunctionFailure("state", str(error)[:_MESSAGE])
        return FunctionResult(call, failure=unreadable, state_kept=False, state_known=False), b""
    loaded.state.update(invocation.prefill)
    # After the prefill: what the turn itself has set is no change of the function's.
    before = project_members(loaded.state)
    context = _create_context(invocation, project, services, loaded)
    conv = Conversation(context, _flow_folder(invocation.function))
    logs.set_recorder(context.recorder)
    with _clock(invocation, project):
        returned, failure = _run_entry(invocation, project, conv)
    logs.set_recorder(None)
    reply = Reply()
    if failure is None:
        reply, failure = _read_return_value(returned, context, conv)
    _record_remaining_effects(context, conv)
    return _create_result(call, reply, failure, context, before)


def _create_context(
    invocation: Invocation, project: LoadedProject, services: Services, loaded: state.LoadedState
) -> CallContext:
    simulated = invocation.conversation.simulated_at
    recorder = EffectsRecorder(lambda: datetime.now(UTC).isoformat(), invocation.allowance)
    for name in loaded.lost:
        recorder.log("error", f"An object of {name} in the state could not be read back: its class is gone.")
    return CallContext(
        view=invocation.conversation,
        project=project.payload,
        state=loaded.state,
        recorder=recorder,
        services=services,
        functions=project.modules,
        now=(lambda: parse_instant(simulated)) if simulated else (lambda: datetime.now(UTC)),
        kept=loaded.kept,
    )


def _clock(invocation: Invocation, project: LoadedProject) -> Any:
    simulated = invocation.conversation.simulated_at
    return freeze_clock(parse_instant(simulated), project.modules.loaded_modules) if simulated else nullcontext()


def _run_entry(
    invocation: Invocation, project: LoadedProject, conv: Conversation
) -> tuple[Any, FunctionFailure | None]:
    with CatchAll() as caught:
        function = project.modules.load_function(invocation.function)
    if caught.error is not None:
        return None, _describe_failure(caught.error, project, "import")
    flow = conv._flow()
    with CatchAll() as caught:
        return call_entry(function, conv, flow, invocation.arguments), None
    assert caught.error is not None
    return None, _describe_failure(caught.error, project, None)


def _describe_failure(error: BaseException, project: LoadedProject, kind: str | None) -> FunctionFailure:
    name = type(error).__name__
    message = clean(safe_str(error))[:_MESSAGE]
    if isinstance(error, MemoryError):
        kind = "memory"
    elif isinstance(error, TooLarge):
        kind = TOO_LARGE
    elif isinstance(error, MissingArguments):
        kind = "arguments"
    elif kind is not None:
        message = f"{name}: {message}"
    return FunctionFailure(kind or name, message, _find_line(error, project.modules))


def _find_line(error: BaseException, modules: ProjectModules) -> str:
    """The innermost line of the project's own code that the error passed through."""
    if isinstance(error, SyntaxError) and error.filename and modules.has_file(error.filename):
        return f"{error.filename}:{error.lineno or 1}"
    found = ""
    for frame, line in traceback.walk_tb(error.__traceback__):
        if modules.has_file(frame.f_code.co_filename):
            found = f"{frame.f_code.co_filename}:{line}"
    return found


def _read_return_value(returned: Any, context: CallContext, conv: Conversation) -> tuple[Reply, FunctionFailure | None]:
    """What the return value means. Speech and navigation asked for by calls count only if the function ended well."""
    # Reading it runs agent code too: what it returned may be objects of its own classes.
    with CatchAll() as caught:
        parsed = parse_return_value(returned, context.recorder, conv._handoffs)
        if parsed.variant is not None:
            conv.set_variant(parsed.variant)
        if parsed.goodbye is not None:
            context.recorder.other["goodbye"] = parsed.goodbye
        if is_too_large(parsed.reply):
            return Reply(), returned_too_much()
        return parsed.reply, None
    if isinstance(caught.error, TooLarge):
        return Reply(), FunctionFailure(TOO_LARGE, str(caught.error))
    return Reply(invalid=f"its return value cannot be read: {safe_str(caught.error)[:_MESSAGE]}"), None


def _record_remaining_effects(context: CallContext, conv: Conversation) -> None:
    # Each on its own: both run agent code, and what fails in one must not cost the other.
    with CatchAll():
        conv._finish()
    with CatchAll():
        context.recorder.entities = find_changes(context.view.entities, conv.entities)


def _create_result(
    call: int, reply: Reply, failure: FunctionFailure | None, context: CallContext, before: Mapping[str, Json]
) -> tuple[FunctionResult, bytes]:
    """The state survives a function that raised: what it wrote before is as live as everything else it did."""
    try:
        stored = state.store(context.state, context.kept, MAX_STATE)
        after = project_whole(dict(context.state), STATE_CHARACTERS, "conv.state")
    except TooLarge as error:
        failure = failure or FunctionFailure(TOO_LARGE, str(error))
        effects = context.recorder.effects()
        # Worn: the objects that were too large are still in this process.
        result = FunctionResult(call, reply, effects, failure=failure, state_kept=False, state_known=False, worn=True)
        return result, b""
    for key, reason in stored.dropped.items():
        after.pop(key, None)
        context.recorder.log("error", f"conv.state.{key} cannot be kept between calls: {reason}")
    worn = failure is not None and failure.kind in ("memory", TOO_LARGE)
    changes = state.find_difference(before, after)
    return FunctionResult(call, reply, context.recorder.effects(), after, changes, failure, worn=worn), stored.data


def _flow_folder(path: str) -> str:
    parts = path.split("/")
    return "/".join(parts[:2]) if parts[0] == "flows" and len(parts) > 2 else ""
