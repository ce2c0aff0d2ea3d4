"""One call inside the child: state in, function, everything that it did out."""

from __future__ import annotations

import traceback
from collections.abc import Mapping
from contextlib import nullcontext
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from parley.agent_host.allowance import STATE_CHARACTERS
from parley.agent_host.messages import MAX_STATE, Done, is_too_large, returned_too_much
from parley.agent_host.modules import ProjectModules
from parley.agent_host.protocol import TOO_LARGE, FunctionFailure, Invocation, Json, Reply
from parley.agent_host.simulated_clock import parse_instant, standing_still
from parley.agent_host.surface import logs, state
from parley.agent_host.surface.catch_all import Caught, text_of
from parley.agent_host.surface.context import Asking, Scene
from parley.agent_host.surface.conversation import Conversation
from parley.agent_host.surface.effects_recorder import Recorder
from parley.agent_host.surface.entities import changed
from parley.agent_host.surface.errors import TooLarge
from parley.agent_host.surface.function_calls import Flow, MissingArguments, call_entry
from parley.agent_host.surface.projection import clean, project_members, project_whole
from parley.agent_host.surface.return_values import understand_return

_MESSAGE = 2_000


@dataclass(frozen=True, slots=True)
class Hosted:
    """The project that this process serves."""

    project: Mapping[str, Json]
    modules: ProjectModules


def invoke(call: int, invocation: Invocation, hosted: Hosted, services: Asking) -> tuple[Done, bytes]:
    try:
        loaded = state.load(invocation.state)
    except state.StateUnreadable as error:
        unreadable = FunctionFailure("state", str(error)[:_MESSAGE])
        return Done(call, failure=unreadable, state_kept=False, state_known=False), b""
    loaded.state.update(invocation.prefill)
    before = project_members(loaded.state)
    scene = _scene(invocation, hosted, services, loaded)
    conv = Conversation(scene, _flow_folder(invocation.function))
    logs.listen(scene.recorder)
    with _clock(invocation, hosted):
        returned, failure = _run(invocation, hosted, conv)
    logs.listen(None)
    reply = Reply()
    if failure is None:
        reply, failure = _answered(returned, scene, conv)
    _gather(scene, conv)
    return _ended(call, reply, failure, scene, before)


def _scene(invocation: Invocation, hosted: Hosted, services: Asking, loaded: state.Loaded) -> Scene:
    simulated = invocation.conversation.simulated_at
    recorder = Recorder(lambda: datetime.now(UTC).isoformat(), invocation.allowance)
    for name in loaded.lost:
        recorder.log("error", f"An object of {name} in the state could not be read back: its class is gone.")
    return Scene(
        view=invocation.conversation,
        project=hosted.project,
        state=loaded.state,
        recorder=recorder,
        services=services,
        functions=hosted.modules,
        now=(lambda: parse_instant(simulated)) if simulated else (lambda: datetime.now(UTC)),
        kept=loaded.kept,
    )


def _clock(invocation: Invocation, hosted: Hosted) -> Any:
    simulated = invocation.conversation.simulated_at
    return standing_still(parse_instant(simulated), hosted.modules.loaded) if simulated else nullcontext()


def _run(invocation: Invocation, hosted: Hosted, conv: Conversation) -> tuple[Any, FunctionFailure | None]:
    with Caught() as trouble:
        function = hosted.modules.entry(invocation.function)
    if trouble.error is not None:
        return None, _failure(trouble.error, hosted, "import")
    flow: Flow = conv._flow()
    with Caught() as trouble:
        return call_entry(function, conv, flow, invocation.arguments), None
    assert trouble.error is not None
    return None, _failure(trouble.error, hosted, None)


def _failure(error: BaseException, hosted: Hosted, kind: str | None) -> FunctionFailure:
    name = type(error).__name__
    message = clean(text_of(error))[:_MESSAGE]
    if isinstance(error, MemoryError):
        kind = "memory"
    elif isinstance(error, TooLarge):
        kind = TOO_LARGE
    elif isinstance(error, MissingArguments):
        kind = "arguments"
    elif kind is not None:
        message = f"{name}: {message}"
    return FunctionFailure(kind or name, message, place_of(error, hosted.modules))


def place_of(error: BaseException, modules: ProjectModules) -> str:
    """The innermost line of the project's own code that the error passed through."""
    if isinstance(error, SyntaxError) and error.filename and modules.has(error.filename):
        return f"{error.filename}:{error.lineno or 1}"
    place = ""
    for frame, line in traceback.walk_tb(error.__traceback__):
        if modules.has(frame.f_code.co_filename):
            place = f"{frame.f_code.co_filename}:{line}"
    return place


def _answered(returned: Any, scene: Scene, conv: Conversation) -> tuple[Reply, FunctionFailure | None]:
    """What the return value means. Speech and navigation asked for by calls count only if the function ended well."""
    with Caught() as trouble:
        understood = understand_return(returned, scene.recorder, conv._directory)
        if understood.variant is not None:
            conv.set_variant(understood.variant)
        if understood.goodbye is not None:
            scene.recorder.other["goodbye"] = understood.goodbye
        if is_too_large(understood.reply):
            return Reply(), returned_too_much()
        return understood.reply, None
    if isinstance(trouble.error, TooLarge):
        return Reply(), FunctionFailure(TOO_LARGE, str(trouble.error))
    return Reply(invalid=f"its return value cannot be read: {text_of(trouble.error)[:_MESSAGE]}"), None


def _gather(scene: Scene, conv: Conversation) -> None:
    with Caught():
        conv._finish()
    with Caught():
        scene.recorder.entities = changed(scene.view.entities, conv.entities)


def _ended(
    call: int, reply: Reply, failure: FunctionFailure | None, scene: Scene, before: Mapping[str, Json]
) -> tuple[Done, bytes]:
    """The state survives a function that raised: what it wrote before is as live as everything else it did."""
    try:
        stored = state.store(scene.state, scene.kept, MAX_STATE)
        after = project_whole(dict(scene.state), STATE_CHARACTERS, "conv.state")
    except TooLarge as error:
        failure = failure or FunctionFailure(TOO_LARGE, str(error))
        effects = scene.recorder.effects()
        return Done(call, reply, effects, failure=failure, state_kept=False, state_known=False, worn=True), b""
    for key, reason in stored.dropped.items():
        after.pop(key, None)
        scene.recorder.log("error", f"conv.state.{key} cannot be kept between calls: {reason}")
    worn = failure is not None and failure.kind in ("memory", TOO_LARGE)
    changes = state.difference(before, after)
    return Done(call, reply, scene.recorder.effects(), after, changes, failure, worn=worn), stored.data


def _flow_folder(path: str) -> str:
    parts = path.split("/")
    return "/".join(parts[:2]) if parts[0] == "flows" and len(parts) > 2 else ""
