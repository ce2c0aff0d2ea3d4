"""`parley completion`: what a shell has to read to complete commands, options and values."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer
from typer._completion_shared import get_completion_script

from parley.cli.main import COMPLETING


class Shell(StrEnum):
    bash = "bash"
    zsh = "zsh"
    fish = "fish"


def completion_command(shell: Annotated[Shell, typer.Argument(help="The shell that reads it.")]) -> None:
    """Print what makes a shell complete commands, options and values.

    For packages and dotfiles; `parley --install-completion` puts it where the shell that runs looks for it.

    Example: parley completion bash > ~/.local/share/bash-completion/completions/parley

    Example: parley completion fish > ~/.config/fish/completions/parley.fish
    """
    typer.echo(get_completion_script(prog_name="parley", complete_var=COMPLETING, shell=shell.value))
