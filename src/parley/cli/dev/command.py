"""`parley dev`: from a folder on your disk to a conversation that follows what you save."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Annotated

import httpx
import typer

from parley.cli.accounts.console import sign_in_url
from parley.cli.agents.check import Folder
from parley.cli.dev.conversation import PATIENCE_SECONDS, Conversation
from parley.cli.dev.instance import running_instance
from parley.cli.dev.session import Session
from parley.cli.dev.terminal import Terminal
from parley.cli.dev.workspace import ACCOUNT, open_workspace, project_name
from parley.cli.operator import EXPECTED, Data, console, database_url, fail_because, settings_for
from parley.kit import log
from parley.settings import Settings
from parley.storage.db import Database
from parley.storage.migrate import migrate


def dev_command(
    folder: Folder,
    account: Annotated[str, typer.Option(help="Account to work in; made if it does not exist.")] = ACCOUNT,
    project: Annotated[str | None, typer.Option(help="Project (default: the folder's name).")] = None,
    variant: Annotated[str | None, typer.Option(help="Variant to talk to.")] = None,
    language: Annotated[str | None, typer.Option(help="Language to talk in, such as es-ES.")] = None,
    trace: Annotated[bool, typer.Option("--trace", help="Show everything that each turn did.")] = False,
    data: Data = None,
) -> None:
    """Talk to an agent while you write it: what you save takes effect with your next line.

    Starts an instance, or uses the one that runs on the data folder; deploys to its sandbox each time a file changes,
    says what is wrong with the files, and shows after each answer which functions ran and what failed. /help shows
    more.

    Example: parley dev examples/restaurant
    """
    log.configure("dev", "error")
    settings = settings_for(data)
    settings = settings.model_copy(update={"data": settings.data.absolute()})
    name = project or project_name(folder)
    try:
        asyncio.run(_develop(settings, folder.resolve(), account, name, variant, language, trace))
    except KeyboardInterrupt:
        console.print()
    except EXPECTED as error:
        fail_because(error)


async def _develop(
    settings: Settings,
    folder: Path,
    account: str,
    project: str,
    variant: str | None,
    language: str | None,
    shows_trace: bool,
) -> None:
    console.print("Starting …")
    async with running_instance(settings, {}) as known, database_url(settings) as dsn:
        db = await Database.open(dsn, connections=2, application="parley-dev")
        try:
            await migrate(db)
            async with (
                open_workspace(db, account, project, settings.region) as workspace,
                httpx.AsyncClient(
                    headers={"x-api-key": workspace.build_key}, timeout=PATIENCE_SECONDS, trust_env=False
                ) as client,
            ):
                link = sign_in_url(known["console_url"], workspace.link)
                console.print(
                    f"Console: {link}    (signs you in once, within an hour)", soft_wrap=True, highlight=False
                )
                address = f"{known['build_url']}/v1/agents/{workspace.project.id}"
                conversation = Conversation(client, address, variant, language)
                events = f"{known['platform_url']}/v1/external-events/webhook"
                await Session(folder, workspace, conversation, Terminal(), events, shows_trace).run()
        finally:
            await db.aclose()
