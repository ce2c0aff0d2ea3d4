"""`parley numbers` and `parley connectors`: how calls reach an agent."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from parley.cli.deployments import ProjectOption
from parley.cli.keys import Environment
from parley.cli.operator import AsJson, Data, console, now, run, show, show_json
from parley.cli.projects import AccountOption
from parley.domain.accounts.actions import get_account
from parley.domain.numbers import actions, store
from parley.domain.numbers.model import Connector, PhoneNumber, plain_number
from parley.domain.projects.actions import get_project
from parley.domain.projects.place import Place
from parley.storage.db import Connection

app = typer.Typer(help="Phone numbers: which agent answers which.", no_args_is_help=True)
connectors = typer.Typer(help="Connectors: trunks that calls come through.", no_args_is_help=True)

Number = Annotated[str, typer.Argument(help="With country code, such as +442071234567.")]
Env = Annotated[Environment, typer.Option(help="The environment that answers.")]
Variant = Annotated[str, typer.Option(help="The variant that answers.")]
ConnectorOption = Annotated[str | None, typer.Option("--connector", help="The connector that it comes through.")]


@app.command("list")
def list_numbers(account: AccountOption, project: ProjectOption, data: Data = None, as_json: AsJson = False) -> None:
    """List the numbers of a project."""

    async def work(tx: Connection) -> list[PhoneNumber]:
        return await store.list_numbers(tx, (await _place(tx, account, project)).id, None)

    rows = [_number_row(number) for number in run(data, work)]
    show(rows, ("number", "environment", "variant", "connector"), as_json)


@app.command("import")
def import_(
    number: Number,
    account: AccountOption,
    project: ProjectOption,
    env: Env = Environment.live,
    variant: Variant = "",
    connector: ConnectorOption = None,
    data: Data = None,
    as_json: AsJson = False,
) -> None:
    """Have a number of yours lead to an agent."""

    async def work(tx: Connection) -> PhoneNumber:
        place = await _place(tx, account, project)
        return await actions.import_number(tx, place, _number(place, number, env, variant, connector), now())

    _told(run(data, work), as_json)


@app.command("assign")
def assign(
    number: Number,
    account: AccountOption,
    project: ProjectOption,
    env: Env = Environment.live,
    variant: Variant = "",
    connector: ConnectorOption = None,
    data: Data = None,
    as_json: AsJson = False,
) -> None:
    """Have a number of the account lead somewhere else."""

    async def work(tx: Connection) -> PhoneNumber:
        place = await _place(tx, account, project)
        return await actions.assign_number(tx, place, _number(place, number, env, variant, connector), now())

    _told(run(data, work), as_json)


@app.command("remove")
def remove(number: Number, account: AccountOption, project: ProjectOption, data: Data = None) -> None:
    """Take a number away from an agent."""

    async def work(tx: Connection) -> None:
        await actions.remove_number(tx, await _place(tx, account, project), number)

    run(data, work)
    console.print(f"{number} leads nowhere now.")


@connectors.command("list")
def list_connectors(account: AccountOption, project: ProjectOption, data: Data = None, as_json: AsJson = False) -> None:
    """List the connectors of a project."""

    async def work(tx: Connection) -> list[Connector]:
        return await store.list_connectors(tx, (await _place(tx, account, project)).id)

    rows = [connector.to_json() for connector in run(data, work)]
    show(rows, ("connectorId", "name", "clientEnv", "variantId", "outbound"), as_json)


@connectors.command("create")
def create_connector(
    name: Annotated[str, typer.Argument(help="Name for people.")],
    account: AccountOption,
    project: ProjectOption,
    env: Env = Environment.live,
    variant: Variant = "",
    outbound: Annotated[bool, typer.Option(help="Calls may be placed through it.")] = False,
    data: Data = None,
    as_json: AsJson = False,
) -> None:
    """Make a connector."""

    async def work(tx: Connection) -> Connector:
        place = await _place(tx, account, project)
        return await actions.create_connector(
            tx, place, name, env.value, now=now(), variant_id=variant, outbound=outbound
        )

    connector = run(data, work)
    if as_json:
        show_json(connector.to_json())
    else:
        console.print(f"Connector {connector.id} was made.")


@connectors.command("remove")
def remove_connector(
    connector: Annotated[str, typer.Argument(help="The connector's id.")],
    account: AccountOption,
    project: ProjectOption,
    data: Data = None,
) -> None:
    """Remove a connector; its numbers stay without one."""

    async def work(tx: Connection) -> None:
        await actions.remove_connector(tx, await _place(tx, account, project), connector)

    run(data, work)
    console.print(f"Connector {connector} was removed.")


async def _place(tx: Connection, account: str, project: str) -> Place:
    return await get_project(tx, (await get_account(tx, account)).id, project)


def _number(place: Place, number: str, env: Environment, variant: str, connector: str | None) -> PhoneNumber:
    return PhoneNumber(plain_number(number), place.account_id, place.id, env.value, variant, connector)


def _told(number: PhoneNumber, as_json: bool) -> None:
    if as_json:
        show_json(number.to_json())
    else:
        console.print(f"{number.number} leads to {number.project_id} ({number.environment}).")


def _number_row(number: PhoneNumber) -> dict[str, Any]:
    return {
        "number": number.number,
        "environment": number.environment,
        "variant": number.variant_id,
        "connector": number.connector_id,
    }
