"""Every subcommand of `parley`, loaded when it is asked for."""

from __future__ import annotations

import importlib
import os
import re
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup
from typer.exceptions import TyperException
from typer.main import get_command

from parley import __version__
from parley.cli import descriptions
from parley.cli import help as help_pages
from parley.cli.environment import unknown_variables
from parley.cli.help import did_you_mean
from parley.cli.main import COMMANDS

SERVICES = ("serve", "worker", "voice")
"""Say in their log what others say on the terminal."""


class Subcommands(TyperGroup):
    def list_commands(self, ctx: object) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: object, cmd_name: str) -> TyperCommand | TyperGroup | None:
        """What completion needs of it: a description."""
        return descriptions.declare(cmd_name, help_pages.read()[cmd_name]) if cmd_name in COMMANDS else None

    def resolve_command(self, ctx: Any, args: list[str]) -> tuple[str | None, Any, list[str]]:
        name, *rest = args
        if name in COMMANDS and not ctx.resilient_parsing:
            if name not in SERVICES:
                _warn_of_unknown_variables()
            return name, load(name), rest
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except TyperException as error:
            clarify(error)
            raise


def _warn_of_unknown_variables() -> None:
    for name, suggestion in unknown_variables(os.environ):
        typer.echo(f"Warning: {name} is no setting of Parley and has no effect.{suggestion}", err=True)


def load(name: str) -> TyperCommand | TyperGroup:
    """The command itself, with all that it works with."""
    module, _, attribute = COMMANDS[name].partition(":")
    found = getattr(importlib.import_module(module), attribute)
    if not isinstance(found, typer.Typer):
        alone = typer.Typer(add_completion=False)
        alone.command(name)(found)
        found = alone
    command = get_command(found)
    command.name = name
    command.params = [param for param in command.params if param.name not in descriptions.COMPLETION]
    return command  # type: ignore[return-value]


app = typer.Typer(
    name="parley",
    help="Parley: a self-hosted platform for conversational agents.",
    no_args_is_help=True,
    rich_markup_mode=None,
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


CHOICE = re.compile(
    r"^(?:Value error, )?(?P<given>'[^']*') (?:is not one of|cannot be issued: choose from) (?P<choices>.+)$"
)
PREFIX = "Value error, "


def clarify(error: TyperException) -> None:
    """In place: typer prints it, with the usage above."""
    possibilities = getattr(error, "possibilities", None)
    option = getattr(error, "option_name", "")
    if possibilities is not None or option:
        _set(error, f"There is no option {option}.{did_you_mean(option, possibilities or ())}", possibilities=None)
    elif found := CHOICE.match(error.message):
        choices = [name.strip(" '.") for name in found["choices"].split(",")]
        said = f"{found['given']} is not one of {', '.join(choices)}."
        _set(error, said + did_you_mean(found["given"].strip("'"), choices))
    else:
        _set(error, error.message.removeprefix(PREFIX))


def _set(error: TyperException, message: str, **attributes: Any) -> None:
    error.message = message
    for name, value in attributes.items():
        setattr(error, name, value)
