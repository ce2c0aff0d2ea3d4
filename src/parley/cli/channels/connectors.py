"""`parley connectors`: trunks that calls come through. Passwords come from standard input, not from arguments."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterator
from functools import wraps
from typing import Annotated, Any

import typer

from parley.cli.accounts.keys import Environment
from parley.cli.accounts.projects import AccountOption, ProjectOption, find_project
from parley.cli.operator import AsJson, Data, console, encryptor_for, fail, now, run, show, show_json, tell
from parley.domain.numbers import actions, store
from parley.domain.numbers.model import Connector, RegistrationInfo
from parley.domain.numbers.registration_store import list_registrations
from parley.domain.numbers.trunks import ConnectorUpdate
from parley.storage.db import Connection

app = typer.Typer(help="Connectors: trunks that calls come through.", no_args_is_help=True)

ConnectorId = Annotated[str, typer.Argument(metavar="CONNECTOR", help="The connector's id.")]

TRUNK = {
    "carrier": Annotated[
        str | None,
        typer.Option(help="Who brings the calls: twilio, telnyx, plivo, webrtc (browsers), or '' for a SIP trunk."),
    ],
    "account_sid": Annotated[str | None, typer.Option(help="Our account there: Account SID, Auth ID.")],
    "application_id": Annotated[
        str | None, typer.Option(help="The TeXML application that calls are placed with (Telnyx).")
    ],
    "public_key": Annotated[str | None, typer.Option(help="What its requests are signed with, in base64 (Telnyx).")],
    "host": Annotated[str | None, typer.Option(help="Host of the provider's SIP server; '' for none.")],
    "port": Annotated[int | None, typer.Option(help="Its UDP port (5060).")],
    "tls_port": Annotated[int | None, typer.Option(help="Its TLS port (5061).")],
    "user": Annotated[str | None, typer.Option(help="Who we are when the provider asks for a password.")],
    "register_over": Annotated[
        str | None,
        typer.Option("--register", help="Register at the host as --user, over udp, tcp or tls; '' for not at all."),
    ],
    "caller_id": Annotated[str | None, typer.Option(help="The number that is shown to those we call.")],
    "from_domain": Annotated[str | None, typer.Option(help="The domain of our own address (the host).")],
    "networks": Annotated[
        list[str] | None,
        typer.Option("--network", help="A network that calls are taken from; can be repeated, 'none' for no network."),
    ],
    "inbound_user": Annotated[str | None, typer.Option(help="Who the provider has to prove to be when it calls.")],
    "max_calls": Annotated[int | None, typer.Option(help="Calls at once, in both directions (30).")],
    "ring_seconds": Annotated[float | None, typer.Option(help="How long we let it ring (45).")],
    "queue_seconds": Annotated[float | None, typer.Option(help="How long a call waits for a free slot (300).")],
}
FIELDS = {
    "environment": Annotated[Environment | None, typer.Option("--env", help="The environment that answers (live).")],
    "variant_id": Annotated[str | None, typer.Option("--variant", help="The variant that answers.")],
    "outbound": Annotated[bool | None, typer.Option(help="Whether calls may be placed through it (no).")],
}
PASSWORDS = {
    "auth_token": Annotated[
        bool, typer.Option("--auth-token-stdin", help="Read the carrier's auth token or API key from standard input.")
    ],
    "password": Annotated[
        bool, typer.Option("--password-stdin", help="Read our password at the provider from standard input.")
    ],
    "inbound_password": Annotated[
        bool,
        typer.Option("--inbound-password-stdin", help="Read the provider's password here, on a line after the other."),
    ],
}


def takes_changes(command: Callable[..., None]) -> Callable[..., None]:
    """A command with an option for everything that can be set on a connector: it gets them together, as `changes`."""

    @wraps(command)
    def with_options(**given: Any) -> None:
        set_on = [{name: given.pop(name) for name in kind} for kind in (FIELDS, TRUNK, PASSWORDS)]
        command(**given, changes=_changes(*set_on))

    own = inspect.signature(command, eval_str=True)
    options = {**dict.fromkeys(FIELDS | TRUNK), **dict.fromkeys(PASSWORDS, False)}
    parameters = [each for each in own.parameters.values() if each.name != "changes"]
    for name, default in options.items():
        kind = (FIELDS | TRUNK | PASSWORDS)[name]
        parameters.append(inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=kind))
    # Typer looks at both: at the signature for names and defaults, at the annotations for types.
    with_options.__signature__ = own.replace(parameters=parameters)  # type: ignore[attr-defined]
    with_options.__annotations__ = {each.name: each.annotation for each in parameters}
    return with_options


@app.command("list")
def list_connectors(account: AccountOption, project: ProjectOption, data: Data = None, as_json: AsJson = False) -> None:
    """List the connectors of a project.

    Example: parley connectors list --account demo --project restaurant
    """

    async def work(tx: Connection) -> list[dict[str, Any]]:
        project_id = (await find_project(tx, account, project)).id
        registered = await list_registrations(tx, project_id)
        found = await store.list_connectors(tx, project_id)
        return [one.to_json() | {"registration": _registration(registered.get(one.id))} for one in found]

    columns = ("connectorId", "name", "clientEnv", "variantId", "outbound", "host", "maxCalls", "registration")
    show(run(data, work), columns, as_json)


@app.command("create")
@takes_changes
def create_connector(
    *,
    name: Annotated[str, typer.Argument(help="Name for people.")],
    account: AccountOption,
    project: ProjectOption,
    data: Data = None,
    as_json: AsJson = False,
    changes: ConnectorUpdate,
) -> None:
    """Make a connector.

    Example: parley connectors create office --account demo --project restaurant --host sip.example.com
    """
    encryptor = encryptor_for(data)
    wanted = ConnectorUpdate({**changes.fields, "name": name}, changes.trunk, changes.passwords)

    async def work(tx: Connection) -> Connector:
        return await actions.create_connector(tx, encryptor, await find_project(tx, account, project), wanted, now())

    _show_connector(run(data, work), "made", as_json)


@app.command("update")
@takes_changes
def update_connector(
    *,
    connector: ConnectorId,
    account: AccountOption,
    project: ProjectOption,
    name: Annotated[str | None, typer.Option(help="Name for people.")] = None,
    data: Data = None,
    as_json: AsJson = False,
    changes: ConnectorUpdate,
) -> None:
    """Change a connector; what you do not name stays.

    Example: parley connectors update CONNECTOR-1a2b3c --account demo --project restaurant --max-calls 20
    """
    encryptor = encryptor_for(data)
    fields = changes.fields if name is None else {**changes.fields, "name": name}
    wanted = ConnectorUpdate(fields, changes.trunk, changes.passwords)

    async def work(tx: Connection) -> Connector:
        project_info = await find_project(tx, account, project)
        return await actions.change_connector(tx, encryptor, project_info, connector, wanted, now())

    _show_connector(run(data, work), "changed", as_json)


@app.command("remove")
def remove_connector(
    connector: ConnectorId, account: AccountOption, project: ProjectOption, data: Data = None, as_json: AsJson = False
) -> None:
    """Remove a connector and its numbers.

    Example: parley connectors remove CONNECTOR-1a2b3c --account demo --project restaurant
    """

    async def work(tx: Connection) -> list[str]:
        return await actions.remove_connector(tx, await find_project(tx, account, project), connector)

    numbers = run(data, work)
    lines = (f"Connector {connector} was removed.", *(f"{number} leads nowhere now." for number in numbers))
    tell("\n".join(lines), as_json, connector=connector, numbers=numbers)


def _registration(found: RegistrationInfo | None) -> str:
    if found is None:
        return ""
    return f"{found.state} ({found.reason})" if found.reason else found.state


def _changes(fields: dict[str, Any], trunk: dict[str, Any], passwords: dict[str, bool]) -> ConnectorUpdate:
    given = {name: value for name, value in trunk.items() if value is not None}
    if given.get("networks") == ["none"]:
        given["networks"] = []
    lines = iter(sys.stdin.read().splitlines()) if any(passwords.values()) else iter(())
    return ConnectorUpdate(
        {name: value for name, value in fields.items() if value is not None},
        given,
        {name: _password(lines) for name, is_asked_for in passwords.items() if is_asked_for},
    )


def _password(lines: Iterator[str]) -> str:
    found = next(lines, None)
    if found is None:
        fail("A password is missing on standard input.")
    return found


def _show_connector(connector: Connector, what: str, as_json: bool) -> None:
    if as_json:
        show_json(connector.to_json())
    else:
        console.print(f"Connector {connector.id} was {what}.")
