"""The serving process' end of the connection to a child: at most one call at a time, and nothing that the child says is
believed unchecked.

Whatever a child sends is counted, and a child that sends too much is lost: frames, wrong ones twice, bytes, and pieces
of frames. So neither memory nor time here depend on what agent code writes to the socket. What it requests of the host
services is checked, counted against the allowance of the call, and answered.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import cast

from msgspec.structs import replace

from parley.agent_host import messages
from parley.agent_host.allowance import NOTHING, Allowance
from parley.agent_host.codec import Malformed
from parley.agent_host.framing import FrameReader
from parley.agent_host.messages import MAX_HEADER, MAX_STATE, ChildMessage, FunctionResult, Ready, ServiceRequest
from parley.agent_host.outcomes import EVENT_ID
from parley.agent_host.protocol import HostServiceError, HostServices, Invocation, Json
from parley.kit.log import logger, where
from parley.kit.tasks import Tasks

log = logger(__name__)

MAX_FRAMES = 1000
"""Of one call, its end included. One that makes no sense counts as two."""
MAX_BYTES = 32 * 1024 * 1024
"""Of one call: room for several requests of the largest size."""
MAX_PIECES = 2000
"""Reads that complete no frame: a sound child sends its largest in hundreds, a byte at a time takes millions."""
MAX_UNANSWERED = 128
"""Requests at once: more than a child may have threads."""
MAX_UNREAD = 32 * 1024 * 1024
"""Bytes of responses that a child leaves lying in its socket."""
MAX_IDLE_HEADER = 64 * 1024
"""Of a frame outside of calls."""

REQUIRED_TEXTS = {
    "prompt_llm": ("prompt",),
    "secret": ("name",),
    "api": ("integration", "operation"),
    "history": (),
    "external_event": ("id",),
}
"""The services, with the arguments that must be text."""

ENDED = "ended"
"""Why a child was lost that closed its socket: the zygote knows more about how it ended."""


class ChildLost(Exception):
    """The child is of no use any more: it closed its socket or broke the protocol."""


@dataclass(slots=True)
class Meter:
    """What a child has sent since its last call began, or since it was started."""

    frames: int = 0
    bytes: int = 0
    pieces: int = 0

    def count_data(self, size: int) -> None:
        self.bytes += size
        if self.bytes > MAX_BYTES:
            raise Malformed("it sends too many bytes")

    def count_piece(self) -> None:
        self.pieces += 1
        if self.pieces > MAX_PIECES:
            raise Malformed("it sends its frames in too many pieces")

    def count_frame(self, weight: int = 1) -> None:
        self.frames += weight
        if self.frames > MAX_FRAMES:
            raise Malformed("it sends too many frames")


@dataclass(slots=True)
class _Call:
    number: int
    services: HostServices
    allowance: Allowance
    ended: asyncio.Future[tuple[FunctionResult, bytes]]
    due: float
    requests: set[asyncio.Task[None]] = field(default_factory=set)
    """Those that are being answered."""
    used: Allowance = NOTHING
    """How many were made, of the kinds that have a limit."""

    def count_request(self, kind: str, done: str) -> None:
        """`kind`: a member of Allowance. Raises HostServiceError when there were as many as there may be."""
        so_far = getattr(self.used, kind)
        if so_far >= getattr(self.allowance, kind):
            raise HostServiceError("limit", f"The call or the turn has {done} as often as it may.")
        self.used = replace(self.used, **{kind: so_far + 1})


class ParentConnection(asyncio.Protocol):
    def __init__(self) -> None:
        self._frames = FrameReader(messages.decode_child_message, MAX_IDLE_HEADER, 0)
        self._meter = Meter()
        self._transport: asyncio.Transport | None = None
        self._numbers = 0
        self._call: _Call | None = None
        self._tasks = Tasks()
        self._alarm: asyncio.TimerHandle | None = None
        self.ready: asyncio.Future[Mapping[str, str]] = asyncio.get_running_loop().create_future()
        """The report of the sandbox, once every layer is on and the project has arrived."""
        self.trouble: str | None = None
        self.requests_used = NOTHING
        """What the last call requested, however it ended."""

    @property
    def is_alive(self) -> bool:
        return self.trouble is None

    async def call(self, invocation: Invocation, services: HostServices) -> tuple[FunctionResult, bytes]:
        """Raises TimeoutError or ChildLost; whatever ends this early leaves a child that must be killed."""
        self.requests_used = NOTHING
        if self._transport is None or self.trouble is not None:
            raise ChildLost(self.trouble or "is not connected")
        self._numbers += 1
        loop = asyncio.get_running_loop()
        ended: asyncio.Future[tuple[FunctionResult, bytes]] = loop.create_future()
        call = _Call(self._numbers, services, invocation.allowance, ended, loop.time() + invocation.timeout)
        self._call = call
        self._meter = Meter()
        self._frames.set_limits(MAX_HEADER, MAX_STATE)
        self._transport.write(messages.encode_call(call.number, invocation))
        self._set_alarm(call.due)
        try:
            return await ended
        finally:
            self._call = None
            self.requests_used = call.used
            # Between calls a child has nothing to say, and gets no memory to say it.
            self._frames.set_limits(MAX_IDLE_HEADER, 0)
            # However the call ended, nobody reads these responses any more.
            for task in call.requests:
                task.cancel()

    def _set_alarm(self, due: float) -> None:
        """Nearly all calls end long before they are due: one alarm serves many of them, and only looks again when it
        goes off."""
        if self._alarm is not None and self._alarm.when() <= due:
            return
        if self._alarm is not None:
            self._alarm.cancel()
        self._alarm = asyncio.get_running_loop().call_at(due, self._check_deadline)

    def _check_deadline(self) -> None:
        self._alarm = None
        if self._call is None or self._call.ended.done():
            return
        if asyncio.get_running_loop().time() < self._call.due:
            self._set_alarm(self._call.due)
        else:
            self._call.ended.set_exception(TimeoutError())

    def send(self, data: bytes) -> None:
        if self._transport is not None:
            self._transport.write(data)

    def close(self) -> None:
        if self._transport is not None:
            # Not `close`, which would wait until the child has read what is buffered for it.
            self._transport.abort()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)  # uvloop's is none by inheritance

    def data_received(self, data: bytes) -> None:
        # What is still in the buffer of a connection that is being closed.
        if self.trouble is not None:
            return
        try:
            self._meter.count_data(len(data))
            before = self._meter.frames
            for message, body in self._frames.feed(data):
                self._meter.count_frame()
                self._receive(message, body)
            if self._meter.frames == before:
                self._meter.count_piece()
        except Malformed as error:
            self._give_up(f"broke the protocol ({error})")

    def connection_lost(self, exc: Exception | None) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
        self._give_up(ENDED)

    def _receive(self, message: ChildMessage, body: bytes) -> None:
        if isinstance(message, Ready) and not self.ready.done():
            self.ready.set_result(message.sandbox)
        elif isinstance(message, ServiceRequest) and self._numbers:
            self._receive_request(message)
        elif isinstance(message, FunctionResult) and self._call is not None:
            self._receive_result(self._call, message, body)
        else:
            raise Malformed("it spoke without being asked" if self._call is None else "an unknown message")

    def _receive_result(self, call: _Call, result: FunctionResult, body: bytes) -> None:
        if result.call != call.number or call.ended.done():
            raise Malformed("the end of another call")
        call.ended.set_result((result, body))

    def _receive_request(self, request: ServiceRequest) -> None:
        call = self._call
        if request.call > self._numbers:
            raise Malformed("a question of a call that has not begun")
        if call is None or request.call != call.number or call.ended.done():
            self._meter.count_frame()  # the second time: of a thread that has outlived its call, at best
            return
        problem = find_problem(request)
        if problem is not None:
            self._meter.count_frame()
        if len(call.requests) >= MAX_UNANSWERED:
            raise Malformed("it asks too much at once")
        task = self._tasks.start(self._respond(call, request, problem), "host service")
        call.requests.add(task)
        task.add_done_callback(call.requests.discard)

    async def _respond(self, call: _Call, request: ServiceRequest, problem: HostServiceError | None) -> None:
        try:
            if problem is not None:
                raise problem
            response = messages.encode_response(request.id, await _serve(request, call))
        except HostServiceError as error:
            response = messages.encode_response(request.id, error=(error.kind, str(error)))
        except Exception as error:  # noqa: BLE001 - a function waits for its response, whatever broke here
            log.error("host_service_failed", service=request.service, error=type(error).__name__, at=where(error))
            response = messages.encode_response(request.id, error=("internal", "The platform could not answer."))
        if self._call is not call or self._transport is None:
            return
        # The transport buffers without a limit of its own; a child could request much and read nothing.
        if self._transport.get_write_buffer_size() > MAX_UNREAD:
            self._give_up("broke the protocol (it does not read its answers)")
            return
        self.send(response)

    def _give_up(self, trouble: str) -> None:
        if self.trouble is not None:
            return
        self.trouble = trouble
        if not self.ready.done():
            self.ready.set_exception(ChildLost(trouble))
            self.ready.exception()  # marks it as read: nobody may be waiting for it
        if self._call is not None and not self._call.ended.done():
            self._call.ended.set_exception(ChildLost(trouble))
        self.close()


def find_problem(request: ServiceRequest) -> HostServiceError | None:
    """Why a request makes no sense; the surface never makes such."""
    names = REQUIRED_TEXTS.get(request.service)
    if names is None:
        return HostServiceError("unknown", "There is nothing of that kind to ask for.")
    for name in names:
        if not isinstance(request.arguments.get(name), str):
            return HostServiceError("arguments", f"{name} must be text.")
    if request.service == "external_event" and not EVENT_ID.fullmatch(request.arguments["id"]):
        return HostServiceError("arguments", "id must be that of an external event.")
    return None


async def _serve(request: ServiceRequest, call: _Call) -> Json:
    """Counted before it is done: a request that fails, or that nobody waits for any more, was made all the same.
    Arguments that are no text have not been checked yet."""
    given, services = request.arguments, call.services
    if request.service == "secret":
        return await services.secret(given["name"])
    if request.service == "prompt_llm":
        call.count_request("model_requests", "asked models")
        model = given.get("model")
        return await services.prompt_llm(
            given["prompt"],
            given.get("show_history") is True,
            given.get("return_json") is True,
            model if isinstance(model, str) else None,
        )
    if request.service == "api":
        call.count_request("api_requests", "called APIs")
        arguments = given.get("arguments")
        found = arguments if isinstance(arguments, dict) else {}
        return await services.api(given["integration"], given["operation"], found)
    if request.service == "history":
        return [{"role": line.role, "text": line.text} for line in await services.history()]
    call.count_request("events", "made external events")
    return await services.expect_event(given["id"], given.get("send_to_llm") is True)
