"""`parley call`: what is said when it cannot work. The call itself is in the journeys."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from parley.cli.commands import app

runner = CliRunner()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        ((), "There is no running instance"),
        (("tel:+4420",), "Name a folder, or an address"),
        (("sip:+4420@127.0.0.1", "--voice", "alice"), "The voice is to be one of"),
        (("sip:+4420@127.0.0.1", "--voice", "flite:;rm"), "The voice is to be one of"),
    ],
)
def test_what_cannot_work_is_said_in_one_line(tmp_path: Path, arguments: tuple[str, ...], problem: str) -> None:
    done = runner.invoke(app, ["call", *arguments, "--data", str(tmp_path)])
    assert done.exit_code == 1
    assert problem in done.output
