"""What is wrong with a command line, in one sentence that ends with what was probably meant."""

from __future__ import annotations

import re
from typing import Any

from typer.exceptions import TyperException

from parley.cli.help import did_you_mean

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
