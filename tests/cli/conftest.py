"""An operator at the command line, on a fresh database.

Tests with `operator` are `async def` although they wait for nothing: pytest-asyncio ends the session's event loop, and
with it the database server, where a test that is not follows one that is.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from parley.cli.commands import app
from parley.kit import log


@dataclass(frozen=True, slots=True)
class Operator:
    env: dict[str, str]

    def does(self, *arguments: str) -> str:
        """A command that must go well; what it printed."""
        result = self._invoke(arguments)
        assert result.exit_code == 0, result.output
        assert result.stderr == ""
        return result.stdout

    def reads(self, *arguments: str) -> Any:
        return json.loads(self.does(*arguments, "--json"))

    def is_refused(self, *arguments: str) -> str:
        """A command that must fail; what it said about it."""
        result = self._invoke(arguments)
        assert result.exit_code in (1, 2), result.output
        assert result.stdout == ""
        assert "Traceback" not in result.stderr
        return result.stderr

    def answers(self, words: str, *arguments: str) -> Result:
        """A command that asks something first."""
        return self._invoke(arguments, words)

    def _invoke(self, arguments: Sequence[str], words: str | None = None) -> Result:
        """In a thread of its own: a command runs an event loop and leaves the thread without one, which ours needs."""
        with ThreadPoolExecutor(1) as thread:
            return thread.submit(CliRunner().invoke, app, arguments, words, env=self.env).result()


@pytest.fixture(autouse=True)
def _own_logs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Commands run in the process of the tests here: how they log must not decide what tests after them see."""
    monkeypatch.setattr(log, "configure", lambda *_arguments: None)


@pytest.fixture
def operator(dsn: str, tmp_path: Path) -> Operator:
    return Operator({"PARLEY_DATABASE_URL": dsn, "PARLEY_DATA": str(tmp_path)})
