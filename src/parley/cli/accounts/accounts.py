"""`parley accounts`: the tenants."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from parley.cli.operator import AsJson, Data, moment, run, show, show_one
from parley.domain.accounts import actions, store
from parley.domain.accounts.model import Account

app = typer.Typer(help="Accounts: the tenants of this installation.", no_args_is_help=True)


@app.command("create")
def create(
    slug: Annotated[str, typer.Argument(help="Short name used in addresses.")],
    name: Annotated[str | None, typer.Option(help="Name for people.")] = None,
    account_id: Annotated[str | None, typer.Option("--id", help="Keep a known id (ACCOUNT-… or ws-…).")] = None,
    data: Data = None,
    as_json: AsJson = False,
) -> None:
    """Create an account.

    Example: parley accounts create acme --name 'Acme Ltd'
    """
    account = run(data, lambda tx: actions.create_account(tx, slug, name, account_id), makes_database=True)
    show_one(_row(account), COLUMNS, as_json)


@app.command("list")
def list_(data: Data = None, as_json: AsJson = False) -> None:
    """List the accounts.

    Example: parley accounts list
    """
    show([_row(account) for account in run(data, store.list_accounts)], COLUMNS, as_json)


COLUMNS = ("id", "slug", "name", "created_at")


def _row(account: Account) -> dict[str, Any]:
    return {
        "id": account.id,
        "slug": account.slug,
        "name": account.name,
        "created_at": moment(account.created_at),
    }
