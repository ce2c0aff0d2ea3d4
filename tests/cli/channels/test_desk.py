"""`parley desk chatwoot` says what is missing before it starts."""

from __future__ import annotations

import pytest
from typer.testing import CliRunner

from parley.cli.channels.desk import app

COMMAND = ("chatwoot", "--url", "http://127.0.0.1:1", "--account-id", "1", "--inbox-id", "2")
KEYS = {"PARLEY_CHATWOOT_TOKEN": "a", "PARLEY_CHATWOOT_DESK_KEY": "b"}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("env", "missing"),
    [
        ({}, "PARLEY_CHATWOOT_TOKEN is missing"),
        ({"PARLEY_CHATWOOT_TOKEN": "a"}, "PARLEY_CHATWOOT_DESK_KEY is missing"),
        (KEYS, "PARLEY_CHATWOOT_WEBHOOK_SECRET"),
        ({**KEYS, "PARLEY_CHATWOOT_WEBHOOK_TOKEN": "short"}, "16 to 200 letters"),
    ],
)
def test_what_is_missing_is_said(env: dict[str, str], missing: str) -> None:
    result = CliRunner().invoke(app, COMMAND, env=env)
    assert result.exit_code == 1
    assert missing in result.output
