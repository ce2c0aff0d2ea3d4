"""Functions run without a process: everything of a call but the confinement, the frames included."""

from __future__ import annotations

import linecache
import sys
import textwrap
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, cast

from msgspec.structs import replace

from parley.agent_host import messages
from parley.agent_host.allowance import NOTHING
from parley.agent_host.child_connection import CallServices, ChildConnection
from parley.agent_host.framing import FrameReader
from parley.agent_host.function_runner import LoadedProject, run_function
from parley.agent_host.messages import MAX_HEADER, MAX_STATE, Call, FunctionResult
from parley.agent_host.modules import ProjectModules
from parley.agent_host.outcomes import accept_result
from parley.agent_host.protocol import ConversationView, HostServiceError, Invocation, Outcome
from parley.agent_host.surface import gen

VIEW = ConversationView(
    id="conv-1", account_id="acc", project_id="proj", env="sandbox", channel_type="webchat.polyai", variant="north"
)
PROJECT = {
    "default_language": "en-GB",
    "languages": ["en-GB", "es-ES"],
    "variants": {
        "north": {"id": "VARIANTS-1", "is_default": True, "attributes": {"phone": "+1", "city": "York"}},
        "south": {"id": "VARIANTS-2", "is_default": False, "attributes": {"phone": "+2"}},
    },
    "handoffs": {
        "T1 Skill": {
            "is_default": True,
            "method": "refer",
            "phone_number": "100",
            "outbound_endpoint": "",
            "outbound_encryption": "",
            "sip_headers": {"X-Reason": "$why", "X-Team": "one"},
        },
        "Billing": {
            "is_default": False,
            "method": "bye",
            "phone_number": "",
            "outbound_endpoint": "",
            "outbound_encryption": "",
            "sip_headers": {},
        },
    },
    "sms_templates": {"confirm": {"text": "Hi $name", "phone_numbers": {"sandbox": "+44", "live": "+45"}}},
    "translations": {"hello": {"en-GB": "Hello", "es-ES": "Hola"}, "only": {"en-GB": "Only"}},
    "apis": {"booking": {"get": {"method": "GET", "resource": "/b/{booking_id}"}}},
    "flows": {"Book a table (V2)": "book_a_table_v2"},
}


class ScriptedConnection(ChildConnection):
    """Answers requests itself: by the name of the service, a value, an error or a function of the arguments."""

    def __init__(self, answers: Mapping[str, Any]) -> None:
        self.requests: list[tuple[str, Any]] = []
        self._answers = answers

    def request(self, call: int, service: str, arguments: Mapping[str, Any]) -> Any:
        self.requests.append((service, arguments))
        answer = self._answers.get(service)
        if isinstance(answer, HostServiceError):
            raise answer
        return answer(arguments) if callable(answer) else answer


class InProcessHost:
    def __init__(self, files: Mapping[str, str], project: Mapping[str, Any], answers: Mapping[str, Any]) -> None:
        self.modules = ProjectModules({path: textwrap.dedent(source) for path, source in files.items()})
        self.project = LoadedProject(project, self.modules)
        self.connection = ScriptedConnection(answers)

    def call(self, path: str = "functions/f.py", state: bytes = b"", view: Any = VIEW, **rest: Any) -> Outcome:
        prefill = rest.pop("prefill", {})
        sent = messages.encode_call(7, Invocation(path, rest, view, state, prefill))
        ((call, body),) = FrameReader(messages.decode_parent_message, MAX_HEADER, MAX_STATE).feed(sent)
        invocation = messages.decode_call(cast(Call, call), body)
        result, new_state = run_function(7, invocation, self.project, CallServices(self.connection, 7))
        returned = messages.encode_result(result, new_state)
        ((end, body),) = FrameReader(messages.decode_child_message, MAX_HEADER, MAX_STATE).feed(returned)
        return accept_result(cast(FunctionResult, end), body, invocation, NOTHING, 0.0)


@contextmanager
def run_in_process(
    files: Mapping[str, str], project: Mapping[str, Any] = PROJECT, **answers: Any
) -> Iterator[InProcessHost]:
    """The import system is put back as it was, so that the next one has modules of its own."""
    modules, finders = set(sys.modules), list(sys.meta_path)
    gen.install()
    found = InProcessHost(files, project, answers)
    found.modules.install()
    try:
        yield found
    finally:
        sys.meta_path[:] = finders
        linecache.clearcache()
        for name in set(sys.modules) - modules:
            if name.partition(".")[0] in ("functions", "flows", "imports", "polyai", "plog", "lib"):
                del sys.modules[name]


HEADER = "from _gen import *\n\n\n"


def run_body(
    body: str, view: Any = VIEW, state: bytes = b"", answers: Mapping[str, Any] | None = None, **rest: Any
) -> Outcome:
    """Run one function `f(conv, …)` with this body."""
    parameters = ", ".join(["conv: Conversation", *(f"{name}" for name in rest if name != "prefill")])
    source = f"{HEADER}def f({parameters}):\n{textwrap.indent(textwrap.dedent(body), '    ')}\n"
    with run_in_process({"functions/f.py": source}, **(answers or {})) as harness:
        return harness.call(view=view, state=state, **rest)


def view_with(**members: Any) -> ConversationView:
    return replace(VIEW, **members)


def evaluate(expression: str, view: Any = VIEW, before: Callable[[], str] = lambda: "", **answers: Any) -> Any:
    """What an expression is inside a function, as JSON."""
    return run_body(f"{before()}\nconv.state.result = {expression}", view, answers=answers).state_json["result"]


def request_log(body: str, **answers: Any) -> tuple[Outcome, list[tuple[str, Any]]]:
    """Run one function `f(conv)` with this body → its outcome, and what it requested of the host services."""
    source = f"{HEADER}def f(conv):\n{textwrap.indent(body, '    ')}\n"
    with run_in_process({"functions/f.py": source}, **answers) as harness:
        outcome = harness.call(view=view_with(transcript_alternatives=["I live at 12 Oak Street in York"]))
    assert outcome.failure is None, outcome.failure
    return outcome, harness.connection.requests
