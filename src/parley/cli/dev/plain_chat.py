"""`parley chat FOLDER` and `--env`: only the words of a conversation, and what went wrong in it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx
import typer
from rich.text import Text

from parley.cli import trace_view
from parley.cli.agents.check import print_problems, read_project
from parley.cli.dev.conversation import PATIENCE_SECONDS, Answer, Conversation, RequestFailed
from parley.cli.dev.instance import running_instance
from parley.cli.dev.recording import COMMAND, record
from parley.cli.dev.terminal import Terminal
from parley.cli.dev.workspace import ENVIRONMENT, open_workspace
from parley.cli.operator import database_url, errors, fail
from parley.domain.projects.files import Bundle
from parley.settings import Settings
from parley.storage.db import Database
from parley.storage.migrate import migrate


@dataclass(frozen=True, slots=True)
class Wanted:
    """Whom to talk to: a folder as it is, in the sandbox, or what was deployed to an environment."""

    account: str
    project: str
    folder: Path | None = None
    env: str = ENVIRONMENT
    variant: str | None = None


async def chat_with(settings: Settings, wanted: Wanted) -> None:
    """With the instance that runs on the data folder, or one for the time being."""
    bundle = _read(wanted.folder) if wanted.folder else None
    async with running_instance(settings, {}) as known, database_url(settings) as dsn:
        db = await Database.open(dsn, connections=2, application="parley-chat")
        try:
            await migrate(db)
            async with _conversation(db, settings.region, known["build_url"], wanted, bundle) as conversation:
                await _talk(conversation, Terminal(), wanted.folder)
        finally:
            await db.aclose()


def _read(folder: Path) -> Bundle:
    project, bundle, problems = read_project(folder)
    print_problems(problems)
    if project is None or bundle is None:
        errors.print("[bold red]There is nothing to talk to yet.[/]")
        raise typer.Exit(1)
    return bundle


@asynccontextmanager
async def _conversation(
    db: Database, region: str, build_url: str, wanted: Wanted, bundle: Bundle | None
) -> AsyncIterator[Conversation]:
    async with open_workspace(db, wanted.account, wanted.project, region, creates=bundle is not None) as workspace:
        if bundle is not None:
            await workspace.deploy(bundle)
        headers = {"x-api-key": workspace.build_key}
        async with httpx.AsyncClient(headers=headers, timeout=PATIENCE_SECONDS, trust_env=False) as client:
            agent = f"{build_url}/v1/agents/{workspace.project.id}"
            yield Conversation(client, agent, wanted.variant, env=wanted.env)


async def _talk(conversation: Conversation, terminal: Terminal, folder: Path | None) -> None:
    try:
        _show(await conversation.open(), terminal, folder)
        # What is in a folder can be kept as a case when it is over.
        while not (conversation.has_ended and folder is None) and (line := await terminal.read()) is not None:
            command, _, name = line.strip().partition(" ")
            if command == COMMAND:
                terminal.show(*await record(conversation, folder, name.strip()))
            elif conversation.has_ended:
                return
            else:
                _show(await conversation.say(line), terminal, folder)
    except RequestFailed as failed:
        fail(str(failed))
    except asyncio.CancelledError:
        terminal.show(Text())


def _show(answer: Answer, terminal: Terminal, folder: Path | None) -> None:
    terminal.show(Text.assemble(("agent", "bold cyan"), " ", answer.words))
    terminal.show(*(Text("      ").append_text(line) for line in trace_view.mishaps(answer.trace)))
    if answer.has_ended and folder is not None:
        terminal.show(Text(f"The conversation has ended. {COMMAND} NAME makes it a test case, Enter leaves.", "dim"))
