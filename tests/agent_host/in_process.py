"""Functions run without a process: everything of a call but the confinement, wire format included."""

from __future__ import annotations

import linecache
import sys
import textwrap
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from parley.agent_host import messages
from parley.agent_host.codec import read
from parley.agent_host.framing import FrameReader
from parley.agent_host.function_runner import Hosted, invoke
from parley.agent_host.messages import MAX_HEADER, MAX_STATE, Done
from parley.agent_host.modules import ProjectModules
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


class Answers:
    """A backstage that is asked directly."""

    def __init__(self, given: Mapping[str, Any] | None = None) -> None:
        self.given = dict(given or {})
        self.asked: list[tuple[str, Any]] = []

    def ask(self, what: str, arguments: Mapping[str, Any]) -> Any:
        self.asked.append((what, arguments))
        answer = self.given.get(what)
        if isinstance(answer, HostServiceError):
            raise answer
        return answer(arguments) if callable(answer) else answer


class Rehearsal:
    def __init__(self, files: Mapping[str, str], project: Mapping[str, Any], answers: Mapping[str, Any]) -> None:
        self.modules = ProjectModules({path: textwrap.dedent(source) for path, source in files.items()})
        self.hosted = Hosted(project, self.modules)
        self.answers = Answers(answers)

    def call(self, path: str = "functions/f.py", state: bytes = b"", view: Any = VIEW, **rest: Any) -> Outcome:
        prefill = rest.pop("prefill", {})
        asked = messages.call(7, Invocation(path, rest, view, state, prefill))
        ((header, body),) = FrameReader(MAX_HEADER, MAX_STATE).feed(asked)
        number, invocation = messages.read_call(header, body)
        end, kept = invoke(number, invocation, self.hosted, self.answers)
        ((answer, data),) = FrameReader(MAX_HEADER, MAX_STATE).feed(messages.done(end, kept))
        return messages.outcome(read(Done, answer), data, invocation, 0.0)


@contextmanager
def rehearsal(files: Mapping[str, str], project: Mapping[str, Any] = PROJECT, **answers: Any) -> Iterator[Rehearsal]:
    """The import system is put back as it was, so that the next rehearsal has modules of its own."""
    modules, finders = set(sys.modules), list(sys.meta_path)
    gen.install()
    found = Rehearsal(files, project, answers)
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


def play(
    body: str, view: Any = VIEW, state: bytes = b"", answers: Mapping[str, Any] | None = None, **rest: Any
) -> Outcome:
    """Run one function `f(conv, …)` with this body."""
    parameters = ", ".join(["conv: Conversation", *(f"{name}" for name in rest if name != "prefill")])
    source = f"{HEADER}def f({parameters}):\n{textwrap.indent(textwrap.dedent(body), '    ')}\n"
    with rehearsal({"functions/f.py": source}, **(answers or {})) as stage:
        return stage.call(view=view, state=state, **rest)


def seen(**members: Any) -> ConversationView:
    return replace(VIEW, **members)


def value(expression: str, view: Any = VIEW, before: Callable[[], str] = lambda: "", **answers: Any) -> Any:
    """What an expression is inside a function, as JSON."""
    return play(f"{before()}\nconv.state.result = {expression}", view, answers=answers).state_json["result"]
