"""The `parley` command."""

from __future__ import annotations

from typing import Annotated

import typer

from parley import __version__
from parley.cli import accounts, jobs, keys, projects, secrets
from parley.cli.operator import Data, console, run
from parley.cli.push import check_command, push_command
from parley.cli.roles import serve_command, worker_command
from parley.cli.suite import suite_command
from parley.cli.talk import chat_command
from parley.cli.up import up_command
from parley.storage.db import Connection

app = typer.Typer(
    name="parley",
    help="Parley: a self-hosted platform for conversational agents.",
    no_args_is_help=True,
    pretty_exceptions_show_locals=False,
)
app.command("up")(up_command)
app.command("serve")(serve_command)
app.command("worker")(worker_command)
app.command("check")(check_command)
app.command("push")(push_command)
app.command("test")(suite_command)
app.command("chat")(chat_command)
app.add_typer(accounts.app, name="accounts")
app.add_typer(projects.app, name="projects")
app.add_typer(keys.app, name="keys")
app.add_typer(secrets.app, name="secrets")
app.add_typer(jobs.app, name="jobs")


@app.command("migrate")
def migrate_command(data: Data = None) -> None:
    """Bring the database up to date (`up` and every operator command do it by themselves)."""

    async def nothing(_tx: Connection) -> None:
        return None

    run(data, nothing)
    console.print("The database is up to date.")


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(__version__)
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[bool, typer.Option("--version", callback=_print_version, is_eager=True)] = False,
) -> None:
    """Parley: a self-hosted platform for conversational agents."""


def main() -> None:
    app()


if __name__ == "__main__":
    main()
