"""`parley keys issue messaging --widget`: what a site's chat window is like, from a file."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Operator

pytestmark = pytest.mark.io

ISSUE = ("keys", "issue", "messaging", "--account", "acme", "--project", "desk", "--host", "shop.example")


@pytest.fixture(autouse=True)
def _acme(operator: Operator) -> None:
    operator.does("accounts", "create", "acme", "--id", "ACCOUNT-1")
    operator.does("projects", "create", "desk", "--account", "acme", "--id", "PROJECT-1")


async def test_settings_come_from_a_file(operator: Operator, tmp_path: Path) -> None:
    file = tmp_path / "widget.json"
    file.write_text(json.dumps({"agent_name": "Ava", "csat": True}))
    issued = operator.reads(*ISSUE, "--widget", str(file))
    assert issued["settings"]["widget"]["agent_name"] == "Ava"
    assert issued["settings"]["widget"]["csat"] is True


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{", "is not JSON"),
        ('{"colour": "red", "disclaimer": {"texts": {}}}', "colour: must be a colour"),
        ('{"disclaimer": {"texts": {"en": "x"}, "show": "never"}}', "disclaimer.show: must be"),
    ],
)
async def test_what_is_wrong_is_said_by_field(operator: Operator, tmp_path: Path, text: str, words: str) -> None:
    file = tmp_path / "widget.json"
    file.write_text(text)
    assert words in operator.is_refused(*ISSUE, "--widget", str(file))


async def test_other_keys_have_no_widget(operator: Operator, tmp_path: Path) -> None:
    file = tmp_path / "widget.json"
    file.write_text("{}")
    refused = operator.is_refused("keys", "issue", "build", "--account", "acme", "--widget", str(file))
    assert "only a messaging key has" in refused
