from __future__ import annotations

import pytest
from typer.testing import CliRunner

from parley.cli.commands import app


@pytest.mark.parametrize(
    ("shell", "words"),
    [("bash", "complete -o default"), ("zsh", "#compdef parley"), ("fish", "complete --command parley")],
)
def test_a_shell_is_told_to_ask_the_command(shell: str, words: str) -> None:
    done = CliRunner().invoke(app, ["completion", shell])
    assert done.exit_code == 0
    assert words in done.output
    assert "_PARLEY_COMPLETE" in done.output


def test_a_shell_that_is_not_known() -> None:
    done = CliRunner().invoke(app, ["completion", "bsh"])
    assert done.exit_code == 2
    assert "Did you mean 'bash'" in done.output
