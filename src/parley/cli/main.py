"""The `parley` command: every subcommand, loaded when it is asked for, so that small ones answer quickly."""

from __future__ import annotations

import importlib
from typing import Annotated

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command

from parley import __version__

COMMANDS = {
    "up": "parley.cli.up:up_command",
    "serve": "parley.cli.roles:serve_command",
    "worker": "parley.cli.roles:worker_command",
    "voice": "parley.cli.voice:voice_command",
    "doctor": "parley.cli.doctor:doctor_command",
    "migrate": "parley.cli.operator:migrate_command",
    "check": "parley.cli.push:check_command",
    "push": "parley.cli.push:push_command",
    "init": "parley.cli.init:init_command",
    "dev": "parley.cli.dev.command:dev_command",
    "test": "parley.cli.suite.command:suite_command",
    "chat": "parley.cli.chat:chat_command",
    "call": "parley.cli.call:call_command",
    "accounts": "parley.cli.accounts:app",
    "projects": "parley.cli.projects:app",
    "keys": "parley.cli.keys:app",
    "console": "parley.cli.console:app",
    "secrets": "parley.cli.secrets:app",
    "rtc": "parley.cli.real_time:app",
    "deployments": "parley.cli.deployments:app",
    "numbers": "parley.cli.numbers:app",
    "connectors": "parley.cli.connectors:app",
    "calls": "parley.cli.calls:app",
    "texts": "parley.cli.texts:app",
    "desk": "parley.cli.desk:app",
    "jobs": "parley.cli.jobs:app",
    "webhooks": "parley.cli.webhooks:app",
    "alerts": "parley.cli.alerts:app",
    "conversations": "parley.cli.conversations:app",
    "seed-records": "parley.cli.seed:seed_command",
}


class Subcommands(TyperGroup):
    def list_commands(self, ctx: object) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: object, cmd_name: str) -> TyperCommand | TyperGroup | None:
        if cmd_name not in COMMANDS:
            return None
        module, _, name = COMMANDS[cmd_name].partition(":")
        found = getattr(importlib.import_module(module), name)
        if not isinstance(found, typer.Typer):
            alone = typer.Typer(add_completion=False)
            alone.command(cmd_name)(found)
            found = alone
        command = get_command(found)
        command.name = cmd_name
        return command  # type: ignore[return-value]


app = typer.Typer(
    name="parley",
    help="Parley: a self-hosted platform for conversational agents.",
    no_args_is_help=True,
    # Local variables may hold keys and what people said.
    pretty_exceptions_show_locals=False,
    cls=Subcommands,
)


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
