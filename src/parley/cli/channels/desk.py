"""`parley desk`: desks of others, joined to that of a project."""

from __future__ import annotations

import asyncio
import re
from typing import Annotated

import typer

from parley.chatwoot.server import Joined, run_adapter
from parley.chatwoot.webhooks import Proof
from parley.cli.operator import fail
from parley.cli.roles import Host, OpsPort, ops_listener
from parley.kit import log
from parley.web.serve import PortTaken, bind

app = typer.Typer(help="Desks: people in a help desk take over what agents hand over.", no_args_is_help=True)

TOKEN = re.compile(r"[A-Za-z0-9_-]{16,200}")


@app.callback()
def _group() -> None:
    """A single command would stand for the group."""


@app.command("chatwoot")
def chatwoot(
    url: Annotated[str, typer.Option(help="The Chatwoot installation, such as https://chatwoot.example.com.")],
    account_id: Annotated[int, typer.Option(min=1, help="The account in it.")],
    inbox_id: Annotated[int, typer.Option(min=1, help="An inbox of the API channel.")],
    desk_url: Annotated[str, typer.Option("--desk", help="Parley's messaging service.")] = "http://127.0.0.1:8083",
    access_token: Annotated[
        str, typer.Option(envvar="PARLEY_CHATWOOT_TOKEN", help="Access token of a Chatwoot user.", show_default=False)
    ] = "",
    desk_key: Annotated[
        str, typer.Option(envvar="PARLEY_CHATWOOT_DESK_KEY", help="A desk key of Parley's.", show_default=False)
    ] = "",
    webhook_secret: Annotated[
        str | None,
        typer.Option(envvar="PARLEY_CHATWOOT_WEBHOOK_SECRET", help="What Chatwoot signs webhooks with."),
    ] = None,
    webhook_token: Annotated[
        str | None,
        typer.Option(
            envvar="PARLEY_CHATWOOT_WEBHOOK_TOKEN",
            help="For a Chatwoot that does not sign: webhooks come to /chatwoot/TOKEN.",
        ),
    ] = None,
    host: Host = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="Webhooks come here, to /chatwoot.")] = 8090,
    ops_port: OpsPort = None,
) -> None:
    """Join a desk to a Chatwoot inbox: its people answer users whom the agent hands over.

    It keeps nothing on disk, and can be stopped and started anywhere. Give keys and secrets in the environment: what
    stands in a command is seen by everybody on the machine.

    Example: parley desk chatwoot --url https://chatwoot.example.com --account-id 1 --inbox-id 2
    """
    for name, given in (("PARLEY_CHATWOOT_TOKEN", access_token), ("PARLEY_CHATWOOT_DESK_KEY", desk_key)):
        if not given:
            fail(f"{name} is missing.")
    if not webhook_secret and not webhook_token:
        fail("Set PARLEY_CHATWOOT_WEBHOOK_SECRET, or PARLEY_CHATWOOT_WEBHOOK_TOKEN for a Chatwoot that does not sign.")
    if webhook_token and not TOKEN.fullmatch(webhook_token):
        fail("PARLEY_CHATWOOT_WEBHOOK_TOKEN has 16 to 200 letters, digits, _ and -.")
    proof = Proof(webhook_secret or None, webhook_token or None)
    joined = Joined(desk_url, desk_key, url, access_token, account_id, inbox_id, proof)
    try:
        listener, ops = bind(host, port), ops_listener(host, ops_port, None)
    except PortTaken as error:
        fail(str(error))
    log.configure("chatwoot", "info")
    asyncio.run(run_adapter(joined, listener, ops))
