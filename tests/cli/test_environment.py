"""Variables that no setting has: warned about once, with what may be meant."""

from __future__ import annotations

import pytest
from structlog.testing import capture_logs
from typer.testing import CliRunner

from parley.cli import roles
from parley.cli.commands import app
from parley.cli.environment import unknown_variables

KNOWN = {"PARLEY_LLM_MODEL": "x", "PARLEY_CHAT_KEY": "k", "HOME": "/", "parley_data": "."}
WRONG = KNOWN | {"PARLEY_LLM_BASE_ULR": "secret"}


def test_what_is_unknown_is_named_with_what_is_near_and_without_its_value() -> None:
    ((name, hint),) = unknown_variables(WRONG)
    assert name == "PARLEY_LLM_BASE_ULR"
    assert hint.startswith(" Did you mean 'PARLEY_LLM_BASE_URL'")
    assert list(unknown_variables({"PARLEY_XYZZY": ""})) == [("PARLEY_XYZZY", "")]


def test_a_command_says_it_once_on_the_terminal() -> None:
    env = {"PARLEY_LLM_BASE_ULR": "secret", "PARLEY_DATA": "/nonexistent"}
    result = CliRunner().invoke(app, ["accounts", "list"], env=env)
    assert result.stderr.count("PARLEY_LLM_BASE_ULR is no setting of Parley and has no effect.") == 1
    assert "secret" not in result.output


def test_a_service_says_it_in_its_log(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARLEY_DATBASE_URL", "postgresql://user:secret@host/db")
    with capture_logs() as logs:
        roles.warn_of_unknown_variables()
    (line,) = logs
    assert (line["event"], line["log_level"], line["variable"]) == ("setting_unknown", "warning", "PARLEY_DATBASE_URL")
    assert "PARLEY_DATABASE_URL" in line["hint"]
    assert "secret" not in str(line)
