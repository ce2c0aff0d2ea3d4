"""An operator at the command line, on a fresh database."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from parley.cli.main import app


@dataclass(frozen=True, slots=True)
class Operator:
    env: dict[str, str]

    def does(self, *arguments: str) -> str:
        """A command that must go well; what it printed."""
        result = CliRunner().invoke(app, arguments, env=self.env)
        assert result.exit_code == 0, result.output
        assert result.stderr == ""
        return result.stdout

    def reads(self, *arguments: str) -> Any:
        return json.loads(self.does(*arguments, "--json"))

    def is_refused(self, *arguments: str) -> str:
        """A command that must fail; what it said about it."""
        result = CliRunner().invoke(app, arguments, env=self.env)
        assert result.exit_code in (1, 2), result.output
        assert result.stdout == ""
        assert "Traceback" not in result.stderr
        return result.stderr


@pytest.fixture
def operator(dsn: str, tmp_path: Path) -> Operator:
    return Operator({"PARLEY_DATABASE_URL": dsn, "PARLEY_DATA": str(tmp_path)})
