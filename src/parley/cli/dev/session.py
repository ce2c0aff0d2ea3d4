"""The conversation of `parley dev`: what is typed, what the agent answers and did, and what changes meanwhile."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

import httpx
import orjson
from rich.text import Text

from parley.cli import trace_view
from parley.cli.agents.check import read_project
from parley.cli.agents.stubs import refresh_names
from parley.cli.dev.conversation import Answer, Conversation, RequestFailed, refusal_of
from parley.cli.dev.recording import record
from parley.cli.dev.terminal import Terminal
from parley.cli.dev.watcher import changes
from parley.cli.dev.workspace import Workspace
from parley.cli.supervision.process_launch import PROGRAM
from parley.domain.projects.files import Bundle
from parley.domain.projects.loading.suggestions import did_you_mean
from parley.domain.projects.model import Problem, Project
from parley.kit import tasks


@dataclass(frozen=True, slots=True)
class Choices:
    variants: tuple[str, ...] = ()
    languages: tuple[str, ...] = ()

    @classmethod
    def of(cls, project: Project) -> Self:
        return cls(tuple(project.variants), (project.default_language, *project.additional_languages))

    def refuse_variant(self, name: str) -> str:
        """Why there is none of this name; empty when there is."""
        return _refusal("variant", name, self.variants)

    def refuse_language(self, code: str) -> str:
        return _refusal("language", code, self.languages)


def _refusal(kind: str, name: str, known: tuple[str, ...]) -> str:
    if not name or name in known:
        return ""
    named = f"it has {', '.join(known)}" if known else "it has none"
    near = did_you_mean(name, known)
    return f"The project has no {kind} '{name}'; {named}{near or '.'}"


SHOWN_PATHS = 4
HELP = """\
/trace            everything that the last turn did      /trace on|off   after every answer
/state            what the functions keep                /restart        a new conversation
/variant NAME     a new conversation with this variant   /language CODE  … in this language
/event ID TEXT    posts an external event                /check          the files' problems again
/test [WORDS]     runs the test suite                    /call [LINE; …] a phone call to the agent
/record NAME      the conversation so far, as a case of the test suite
/help   this   /quit   the end.   An empty line is silence."""

Command = Callable[[str], Awaitable[None]]


@dataclass(slots=True)
class Session:
    folder: Path
    workspace: Workspace
    conversation: Conversation
    terminal: Terminal
    events_address: str
    shows_trace: bool = False
    last: Mapping[str, Any] | None = None
    problems: Sequence[Problem] = ()
    choices: Choices = field(default_factory=Choices)
    _turn: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def run(self) -> None:
        watching = tasks.start(self._watch(), "watch of the folder")
        try:
            if await self._deploy():
                await self._open()
            while (line := await self.terminal.read()) is not None and line.strip() != "/quit":
                await self._take(line)
        finally:
            await tasks.cancel(watching)

    async def _watch(self) -> None:
        async for paths in changes(self.folder):
            began = time.monotonic()
            if not await self._deploy():
                continue
            more = f" and {len(paths) - SHOWN_PATHS} more" if len(paths) > SHOWN_PATHS else ""
            took = f"{time.monotonic() - began:.2f} s"
            when = "with your next line" if not self.conversation.has_ended else "in a new conversation: /restart"
            self._say(f"reloaded in {took}: {', '.join(paths[:SHOWN_PATHS])}{more}; takes effect {when}", "green")

    async def _deploy(self) -> bool:
        project, bundle, problems = await asyncio.to_thread(read_project, self.folder)
        known, self.problems = self.problems, problems
        for problem in problems:
            if problem.fatal or problem not in known:
                self._say(str(problem), "red" if problem.fatal else "yellow")
        if project is None or bundle is None:
            self._say("Not reloaded: mend what is red, and save.", "bold red")
            return False
        self.choices = Choices.of(project)
        await asyncio.to_thread(refresh_names, self.folder, project)
        return await self._publish(bundle)

    async def _publish(self, bundle: Bundle) -> bool:
        async with self._turn:  # a turn under way ends with what it began with
            await self.workspace.deploy(bundle)
        return True

    async def _take(self, line: str) -> None:
        try:
            if line.startswith("/"):
                await self._obey(line)
            elif self.conversation.has_ended:
                await self._open()
            else:
                async with self._turn:
                    answer = await self.conversation.say(line)
                self._show(answer)
        except RequestFailed as failed:
            self._say(f"{failed}", "red")

    async def _open(self) -> None:
        try:
            async with self._turn:
                answer = await self.conversation.open()
        except RequestFailed as failed:
            self._say(f"The conversation cannot begin: {failed}", "red")
        else:
            self._show(answer)

    def _show(self, answer: Answer) -> None:
        self.last = answer.trace
        self.terminal.show(Text.assemble(("agent ", "bold cyan"), answer.words))
        view = trace_view.in_full if self.shows_trace else trace_view.in_short
        self.terminal.show(*(Text("      ").append_text(line) for line in view(answer.trace)))
        if answer.has_ended:
            self._say("The conversation has ended. Enter begins another one.", "dim")

    def _say(self, words: str, style: str) -> None:
        self.terminal.show(Text(words, style))

    async def _obey(self, line: str) -> None:
        name, _, rest = line[1:].partition(" ")
        commands: dict[str, Command] = {
            "trace": self._trace,
            "state": self._state,
            "restart": self._restart,
            "variant": self._variant,
            "language": self._language,
            "event": self._event,
            "check": self._check,
            "test": self._test,
            "call": self._call,
            "record": self._record,
            "help": self._help,
        }
        if name not in commands:
            self._say(f"There is no /{name}. /help shows what there is.", "red")
            return
        await commands[name](rest.strip())

    async def _trace(self, argument: str) -> None:
        if argument in ("on", "off"):
            self.shows_trace = argument == "on"
        elif self.last is not None:
            self.terminal.show(*trace_view.in_full(self.last))

    async def _state(self, _argument: str) -> None:
        self._say(orjson.dumps(self.conversation.state, option=orjson.OPT_INDENT_2, default=str).decode(), "")

    async def _restart(self, _argument: str) -> None:
        await self._open()

    async def _variant(self, argument: str) -> None:
        if refusal := self.choices.refuse_variant(argument):
            self._say(refusal, "red")
            return
        self.conversation.variant = argument or None
        await self._open()

    async def _language(self, argument: str) -> None:
        if refusal := self.choices.refuse_language(argument):
            self._say(refusal, "red")
            return
        self.conversation.language = argument or None
        await self._open()

    async def _event(self, argument: str) -> None:
        event, _, body = argument.partition(" ")
        if not event:
            self._say("/event ID TEXT: the id is what the agent's function got from generate_external_event.", "red")
            return
        project = self.workspace.project
        where = {"event_id_location": "querystring", "event_id_path": "event", "event": event}
        owner = {"account_id": project.account_id, "project_id": project.id}
        headers = {"x-api-key": self.workspace.events_key, "content-type": "application/json"}
        try:
            answer = await self.conversation.client.post(
                self.events_address, params=where | owner, headers=headers, content=body
            )
        except httpx.HTTPError as error:
            raise RequestFailed(f"the instance cannot be reached ({type(error).__name__})") from error
        if answer.is_success:
            self._say("Posted.", "green")
        else:
            self._say(f"Not posted: {refusal_of(answer)}.", "red")

    async def _check(self, _argument: str) -> None:
        for problem in self.problems:
            self._say(str(problem), "red" if problem.fatal else "yellow")
        if not self.problems:
            self._say("No problems.", "green")

    async def _test(self, argument: str) -> None:
        await self._run("test", str(self.folder), *(("-k", argument) if argument else ()))

    async def _call(self, argument: str) -> None:
        lines = [line.strip() for line in argument.split(";") if line.strip()]
        await self._run("call", str(self.folder), *(word for line in lines for word in ("--say", line)))

    async def _record(self, argument: str) -> None:
        async with self._turn:
            lines = await record(self.conversation, self.folder, argument)
        self.terminal.show(*lines)

    async def _run(self, *words: str) -> None:
        process = await asyncio.create_subprocess_exec(*PROGRAM, *words, stdin=asyncio.subprocess.DEVNULL)
        await process.wait()

    async def _help(self, _argument: str) -> None:
        self._say(HELP, "")
