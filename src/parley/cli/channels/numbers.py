"""`parley numbers`: how calls reach an agent."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import datetime
from typing import Annotated, Any

import typer

from parley.cli.accounts.keys import Environment
from parley.cli.accounts.projects import AccountOption, ProjectOption, find_project
from parley.cli.operator import AsJson, Data, console, now, run, show, show_json, tell
from parley.domain.numbers import actions, store
from parley.domain.numbers.model import PhoneNumber, plain_number
from parley.domain.projects.info import ProjectInfo
from parley.storage.db import Connection

app = typer.Typer(help="Phone numbers: which agent answers which.", no_args_is_help=True)

Number = Annotated[str, typer.Argument(help="With country code, such as +442071234567.")]
Env = Annotated[Environment, typer.Option(help="The environment that answers.")]
Variant = Annotated[str, typer.Option(help="The variant that answers.")]
Dynamic = Annotated[bool, typer.Option("--dynamic", help="One of a pool: it leads there only while reserved.")]
ConnectorOption = Annotated[str | None, typer.Option("--connector", help="The connector that it comes through.")]


@app.command("list")
def list_numbers(account: AccountOption, project: ProjectOption, data: Data = None, as_json: AsJson = False) -> None:
    """List the numbers of a project.

    Example: parley numbers list --account demo --project restaurant
    """

    async def work(tx: Connection) -> list[PhoneNumber]:
        return await store.list_numbers(tx, (await find_project(tx, account, project)).id, None)

    rows = [_number_row(number) for number in run(data, work)]
    show(rows, ("number", "environment", "variant", "connector", "dynamic"), as_json)


def _pointing(
    lead: Callable[[Connection, ProjectInfo, PhoneNumber, datetime], Awaitable[PhoneNumber]],
) -> Callable[..., None]:
    """A command that has a number lead to an agent."""

    def command(
        number: Number,
        account: AccountOption,
        project: ProjectOption,
        env: Env = Environment.live,
        variant: Variant = "",
        connector: ConnectorOption = None,
        dynamic: Dynamic = False,
        data: Data = None,
        as_json: AsJson = False,
    ) -> None:
        async def work(tx: Connection) -> PhoneNumber:
            project_info = await find_project(tx, account, project)
            wanted = PhoneNumber(
                plain_number(number), project_info.account_id, project_info.id, env.value, variant, connector, dynamic
            )
            return await lead(tx, project_info, wanted, now())

        _show_number(run(data, work), as_json)

    return command


IMPORT = """Have a number of yours lead to an agent.

Example: parley numbers import +442071234567 --account demo --project restaurant
"""
ASSIGN = """Have a number of the account lead somewhere else.

Example: parley numbers assign +442071234567 --account demo --project restaurant --env pre-release
"""
app.command("import", help=IMPORT)(_pointing(actions.import_number))
app.command("assign", help=ASSIGN)(_pointing(actions.assign_number))


@app.command("remove")
def remove(
    number: Number, account: AccountOption, project: ProjectOption, data: Data = None, as_json: AsJson = False
) -> None:
    """Take a number away from an agent.

    Example: parley numbers remove +442071234567 --account demo --project restaurant
    """

    async def work(tx: Connection) -> None:
        await actions.remove_number(tx, await find_project(tx, account, project), number)

    run(data, work)
    tell(f"{number} leads nowhere now.", as_json, number=number)


def _show_number(number: PhoneNumber, as_json: bool) -> None:
    if as_json:
        show_json(number.to_json())
    else:
        condition = " while it is reserved" if number.is_dynamic else ""
        console.print(f"{number.number} leads to {number.project_id} ({number.environment}){condition}.")


def _number_row(number: PhoneNumber) -> dict[str, Any]:
    return {
        "number": number.number,
        "environment": number.environment,
        "variant": number.variant_id,
        "connector": number.connector_id,
        "dynamic": number.is_dynamic,
    }
