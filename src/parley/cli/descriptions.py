"""What a command is called, takes and says of itself, as data (`commands.json`) and back as a command for completion.

Help and completion need nothing else, while importing what a command works with takes a second. `scripts/cli-commands`
writes the file, and a test holds it against the commands.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, Literal
from uuid import UUID

import typer
from typer.core import TyperArgument, TyperCommand, TyperGroup, TyperOption
from typer.main import get_command

from parley.cli.help import Description

COMPLETION = ("install_completion", "show_completion")
TYPES = {each.__name__: each for each in (str, int, float, bool, Path, UUID)}
SETTINGS = ("help", "hidden", "metavar", "min", "max", "envvar", "show_default", "exists", "file_okay", "dir_okay")
USUAL = {"hidden": False, "show_default": True, "exists": False, "file_okay": True, "dir_okay": True}


def describe(command: TyperCommand | TyperGroup) -> Description:
    """As JSON, without what a command usually is."""
    if isinstance(command, TyperGroup):
        return {"help": command.help, "commands": {name: describe(each) for name, each in command.commands.items()}}  # type: ignore[arg-type]
    params = [param for param in command.params if isinstance(param, TyperArgument | TyperOption)]
    return {"help": command.help, "params": [_describe_param(param) for param in params]}


def _describe_param(param: TyperArgument | TyperOption) -> Description:
    kind = param.type_descriptor
    info = kind.parameter_info
    found: Description = {"name": param.name}
    if isinstance(param, TyperOption):
        found["names"] = ["/".join((*param.opts, *param.secondary_opts))] if param.secondary_opts else param.opts
    if kind.choices is not None:
        found["choices"] = [str(getattr(choice, "value", choice)) for choice in kind.choices]
    else:
        inner = kind.annotation.__args__[0] if kind.is_list else kind.annotation
        found["type"] = inner.__name__ if inner.__name__ in TYPES else "str"
    if kind.is_list:
        found["list"] = True
    if param.required:
        found["required"] = True
    elif param.default is not None:
        found["default"] = param.default if isinstance(param.default, bool | int | float) else str(param.default)
    settings = {name: getattr(info, name) for name in SETTINGS}
    return found | {name: value for name, value in settings.items() if value not in (None, USUAL.get(name))}


def declare(name: str, described: Description) -> TyperCommand | TyperGroup:
    """A command that says of itself what the real one says, and does nothing."""
    app = typer.Typer(name=name, help=described["help"], no_args_is_help=True, add_completion=False)
    if "commands" in described:
        app.callback()(lambda: None)
        for each, inner in described["commands"].items():
            app.command(each, help=inner["help"])(_with_params(inner["params"]))
    else:
        app.command(name, help=described["help"])(_with_params(described["params"]))
    command = get_command(app)
    command.name = name
    return command  # type: ignore[return-value]


def _with_params(described: list[Description]) -> Callable[..., None]:
    """A function with these parameters, as typer reads them from a signature."""

    def run(**_values: object) -> None:
        pass

    params = [_param(each) for each in described]
    run.__signature__ = inspect.Signature(params)  # type: ignore[attr-defined]
    run.__annotations__ = {param.name: param.annotation for param in params}
    return run


def _param(described: Description) -> inspect.Parameter:
    settings = {name: described[name] for name in SETTINGS if name in described}
    choices = described.get("choices")
    kind: Any = Literal[tuple(choices)] if choices else TYPES[described["type"]]
    if described.get("list"):
        kind = list[kind]
    info = typer.Option(*described["names"], **settings) if "names" in described else typer.Argument(**settings)
    default = inspect.Parameter.empty if described.get("required") else described.get("default")
    return inspect.Parameter(
        described["name"], inspect.Parameter.KEYWORD_ONLY, default=default, annotation=Annotated[kind, info]
    )
