"""`parley chat`: a conversation in the terminal, over the same HTTP interface that everyone uses."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path
from typing import Annotated, Any

import httpx
import typer
from rich.text import Text

from parley.cli import credentials
from parley.cli.accounts.keys import Environment
from parley.cli.dev.plain_chat import Wanted, chat_with
from parley.cli.dev.workspace import ACCOUNT, project_name
from parley.cli.json_requests import request_json
from parley.cli.operator import EXPECTED, Data, console, fail, fail_because, require_data, settings_for
from parley.kit import log
from parley.settings import Settings


def chat_command(
    folder: Annotated[
        Path | None, typer.Argument(help="A project's folder, to talk to as it is.", exists=True, file_okay=False)
    ] = None,
    env: Annotated[Environment | None, typer.Option(help="Talk to what is deployed to this environment.")] = None,
    url: Annotated[str | None, typer.Option(help="Platform address (default: of the running instance).")] = None,
    account: Annotated[str | None, typer.Option(help="Account (default: the demo's).")] = None,
    project: Annotated[str | None, typer.Option(help="Project (default: the demo's).")] = None,
    variant: Annotated[str | None, typer.Option(help="Variant to talk to.")] = None,
    data: Data = None,
) -> None:
    """Talk to an agent. An empty line is silence; Ctrl-D ends the conversation.

    With a folder: to the agent in it, in the sandbox of the instance that runs here, or of one for the time being
    (`parley dev` also follows what you save, and shows what each turn did); /record NAME writes the conversation into
    its test_suite/. With --env: to what is deployed there. Without: over the Chat API, with the keys in PARLEY_CHAT_KEY
    and PARLEY_CHAT_TOKEN (default: the demo's), because everyone can see a command line.

    Example: parley chat

    Example: parley chat my-agent

    Example: parley chat --env live --account demo --project restaurant
    """
    if folder is not None or env is not None:
        _talk_here(settings_for(data), folder, env, url, account, project, variant)
        return
    known = credentials.read(settings_for(data).data)
    keys = known.get("keys", {}).get("chat", {})
    base = url or known.get("platform_url")
    headers = {
        "x-api-key": os.environ.get("PARLEY_CHAT_KEY") or keys.get("api_key", ""),
        "x-token": os.environ.get("PARLEY_CHAT_TOKEN") or keys.get("token", ""),
    }
    if not base or not all(headers.values()):
        fail(
            "There is no running instance here. Start one with `parley up`, or give --url and set PARLEY_CHAT_KEY and "
            "PARLEY_CHAT_TOKEN."
        )
    # Headers are ASCII: httpx would fail with an error that does not say which key is wrong.
    if not all(map(str.isascii, headers.values())):
        fail("PARLEY_CHAT_KEY and PARLEY_CHAT_TOKEN are to be keys, whole and as they were issued.")
    path = f"{base}/v1/{account or known.get('account_id')}/{project or known.get('project_id')}/chat"
    with httpx.Client(headers=headers, timeout=120, trust_env=False) as client:
        _talk(client, path, {"variant_id": variant} if variant else {})


def _talk_here(
    settings: Settings,
    folder: Path | None,
    env: Environment | None,
    url: str | None,
    account: str | None,
    project: str | None,
    variant: str | None,
) -> None:
    if url is not None:
        fail("--url is for an instance elsewhere, which knows no folder; its keys say which environment they are for.")
    if folder is not None and env not in (None, Environment.sandbox):
        fail("A folder is tried in the sandbox. --env without a folder talks to what is deployed there.")
    if folder is None:
        require_data(settings)
    known = credentials.read(settings.data)
    owner = account or (ACCOUNT if folder else known.get("account_id", ACCOUNT))
    agent = project or (project_name(folder) if folder else known.get("project_id", ""))
    if not agent:
        fail("Which project? Name it with --project.")
    settings = settings.model_copy(update={"data": settings.data.absolute()})
    log.configure("chat", "error")
    wanted = Wanted(owner, agent, folder, (env or Environment.sandbox).value, variant)
    try:
        asyncio.run(chat_with(settings, wanted))
    except KeyboardInterrupt:
        console.print()
    except EXPECTED as error:
        fail_because(error)


def _talk(client: httpx.Client, path: str, opening: dict[str, Any]) -> None:
    answer = request_json(client, "POST", f"{path}/create", opening)
    conversation = answer["conversation_id"]
    while True:
        console.print(Text.assemble(("agent", "bold cyan"), " ", answer["response"]))
        if handoff := answer.get("handoff"):
            console.print(Text(f"handed over to {handoff['destination']}: {handoff['reason']}", "dim"))
        if answer.get("end_conversation"):
            return
        try:
            message = console.input("[bold]you[/]   ")
        except (EOFError, KeyboardInterrupt):
            request_json(client, "PUT", f"{path}/close", {"conversation_id": conversation})
            console.print()
            return
        answer = request_json(client, "POST", f"{path}/respond", {"conversation_id": conversation, "message": message})
