"""`parley secrets`: what agents' functions may ask for by name. Values come from standard input, not from arguments."""

from __future__ import annotations

import sys
from typing import Any

import orjson
import typer

from parley.cli.accounts.projects import AccountOption, ProjectOption, find_project
from parley.cli.operator import AsJson, Data, fail, run, settings_for, show, tell
from parley.domain.projects import actions, secret_store
from parley.domain.projects.secret_store import SecretStore, encryption_key
from parley.storage.db import Connection

app = typer.Typer(help="Secrets: what agents' functions may ask for by name.", no_args_is_help=True)


@app.command("set")
def set_(name: str, account: AccountOption, project: ProjectOption, data: Data = None, as_json: AsJson = False) -> None:
    """Set a secret; its value is read from standard input (JSON objects are kept as objects).

    Example: parley secrets set BOOKING_API --account demo --project restaurant < token.txt
    """
    text = typer.prompt("Value", hide_input=True) if sys.stdin.isatty() else sys.stdin.read().strip()
    if not text:
        fail("The value is empty.")
    settings = settings_for(data)

    async def work(tx: Connection) -> None:
        project_info = await find_project(tx, account, project)
        secrets = SecretStore(encryption_key(settings.secret_key, settings.data))
        await actions.set_secret(tx, secrets, project_info, name, _value(text))

    run(data, work)
    tell(f"Set {name}.", as_json, name=name)


@app.command("list")
def list_(account: AccountOption, project: ProjectOption, data: Data = None, as_json: AsJson = False) -> None:
    """List the names of a project's secrets.

    Example: parley secrets list --account demo --project restaurant
    """

    async def work(tx: Connection) -> list[str]:
        return await secret_store.list_secret_names(tx, (await find_project(tx, account, project)).id)

    show([{"name": name} for name in run(data, work)], ("name",), as_json)


@app.command("remove")
def remove(
    name: str, account: AccountOption, project: ProjectOption, data: Data = None, as_json: AsJson = False
) -> None:
    """Remove a secret.

    Example: parley secrets remove BOOKING_API --account demo --project restaurant
    """

    async def work(tx: Connection) -> bool:
        return await actions.remove_secret(tx, await find_project(tx, account, project), name)

    if not run(data, work):
        fail(f"There is no secret '{name}'.")
    tell(f"Removed {name}.", as_json, name=name)


def _value(text: str) -> Any:
    try:
        parsed = orjson.loads(text)
    except orjson.JSONDecodeError:
        return text
    # A secret such as 12345 or true is JSON by accident: it stays the text that it is.
    return parsed if isinstance(parsed, dict) else text
