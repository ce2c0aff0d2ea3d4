"""`parley console`: people who look at conversations and change agents in a browser."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated
from uuid import UUID

import typer

from parley.cli import credentials
from parley.cli.operator import AsJson, Data, console, now, run, settings_for, show_json
from parley.domain.accounts import actions as accounts
from parley.domain.accounts import store
from parley.domain.accounts.model import Family, Key, KeyNotFound, Role, Scope
from parley.domain.console.actions import make_link
from parley.storage.db import Connection

app = typer.Typer(help="The console: sign-in links.", no_args_is_help=True)
ADDRESS = "http://127.0.0.1:8081"
"""Of the console, where nothing says another."""


@app.callback()
def _group() -> None:
    """The console: sign-in links."""


@app.command("link")
def link(
    account: Annotated[str, typer.Option(help="Slug or id of the account.")] = "demo",
    role: Annotated[Role, typer.Option(help="What whoever uses the link may do.")] = Role.ADMIN,
    key: Annotated[
        UUID | None, typer.Option(help="The console key to sign in with, instead of one of that role.")
    ] = None,
    data: Data = None,
    as_json: AsJson = False,
) -> None:
    """Print a link that signs one person in, once, within an hour.

    The session belongs to a console key of the account: the newest that works, or else a new one; it ends with the key.

    Example: parley console link --role viewer
    """
    settings = settings_for(data)

    async def work(tx: Connection) -> tuple[Key, str]:
        owner = await accounts.get_account(tx, account)
        keys = [each for each in await store.list_keys(tx, owner.id, Family.CONSOLE) if each.works_at(now())]
        found = _newest(keys, role) if key is None else next((each for each in keys if each.id == key), None)
        if found is None and key is not None:
            raise KeyNotFound(f"There is no working console key {key} in this account.")
        found = found or await _issue(tx, owner.id, settings.region, role, now())
        return found, await make_link(tx, found.id, now())

    used, secret = run(data, work)
    address = settings.console_url or credentials.read(settings.data).get("console_url") or ADDRESS
    if as_json:
        show_json({"url": sign_in_url(address, secret), "role": used.role, "key_id": str(used.id)})
    else:
        console.print(sign_in_url(address, secret), soft_wrap=True, highlight=False, markup=False)


def sign_in_url(address: str, secret: str) -> str:
    """The secret is behind the #, which browsers send to nobody: it is in no log."""
    return f"{address}/sign-in#{secret}"


def _newest(keys: list[Key], role: Role) -> Key | None:
    return max((each for each in keys if each.role is role), key=lambda each: each.created_at, default=None)


async def _issue(tx: Connection, account_id: str, region: str, role: Role, at: datetime) -> Key:
    scope = Scope(account_id=account_id, region=region, settings={"role": role.value})
    return (await accounts.issue_key(tx, Family.CONSOLE, scope, at, name="sign-in links")).key
