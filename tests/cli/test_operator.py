"""Operator commands on a folder where nothing runs, one after the other and at once."""

from __future__ import annotations

import asyncio
import json
from datetime import timedelta
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from parley.cli.commands import app
from parley.cli.operator import duration
from tests.journeys.instance import parley


@pytest.mark.parametrize(
    ("text", "seconds"), [("90s", 90), ("15m", 900), ("12h", 43200), ("30d", 2592000), ("2w", 1209600), ("0s", 0)]
)
def test_a_span_is_a_number_and_a_unit(text: str, seconds: int) -> None:
    assert duration(text) == timedelta(seconds=seconds)


@pytest.mark.parametrize("text", ["", "5", "h", "-1h", "1.5h", "1h30m", "12345678s", "5221w", "٣h1", "1 h"])
def test_anything_else_is_refused(text: str) -> None:
    with pytest.raises(typer.BadParameter):
        duration(text)


def test_a_setting_that_is_wrong_is_named_in_one_line() -> None:
    result = CliRunner().invoke(app, ["accounts", "list"], env={"PARLEY_SECRET_KEY": "short"})
    assert result.stderr == "Error: PARLEY_SECRET_KEY: is not 32 bytes in base64.\n"


@pytest.mark.slow
@pytest.mark.parametrize(
    "command",
    [
        ["accounts", "list"],
        ["console", "link"],
        ["conversations", "list", "--account", "a", "--project", "p"],
        ["seed-records", "10"],
        ["secrets", "list", "--account", "a", "--project", "p"],
        ["webhooks", "rotate", "whe_1"],
    ],
    ids=lambda command: command[0],
)
def test_where_nothing_was_started_a_command_says_so_and_leaves_nothing(command: list[str], tmp_path: Path) -> None:
    folder = tmp_path / "data"
    result = CliRunner().invoke(app, [*command, "--data", str(folder)])
    assert result.exit_code == 1
    assert result.stderr.startswith(f"Error: There is no data in {folder}.")
    assert not folder.exists()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["serve", "platfrm"], "'platfrm' is not one of platform, build, messaging. Did you mean 'platform'?"),
        (["accounts", "list", "--jsn"], "There is no option --jsn. Did you mean '--json'?"),
        (["accounts", "list", "--xyzzy"], "There is no option --xyzzy.\n"),
        (["keys", "issue", "chatt", "--account", "a"], "Did you mean 'chat'?"),
    ],
)
def test_what_is_misspelt_is_answered_with_what_is_near(args: list[str], words: str) -> None:
    result = CliRunner().invoke(app, args)
    assert result.exit_code == 2
    assert words in result.stderr


@pytest.mark.io
async def test_commands_start_the_database_for_themselves_and_share_it(data_folder: Path) -> None:
    data = data_folder / "data"
    first = await asyncio.to_thread(parley, data, "accounts", "create", "first")
    assert first.returncode == 0, first.stderr
    slugs = ["second", "third", "fourth"]
    made = await asyncio.gather(*(asyncio.to_thread(parley, data, "accounts", "create", slug) for slug in slugs))
    assert [one.stderr for one in made] == ["", "", ""]
    listed = await asyncio.to_thread(parley, data, "accounts", "list", "--json")
    assert {account["slug"] for account in json.loads(listed.stdout)} == {"first", *slugs}
    assert not (data / "postgres" / "postmaster.pid").exists(), "and stop it again"


@pytest.mark.io
async def test_the_folder_may_be_named_in_the_environment(data_folder: Path) -> None:
    env = {"PARLEY_DATA": str(data_folder / "data")}
    made = await asyncio.to_thread(lambda: parley(None, "accounts", "create", "acme", env=env))
    assert made.returncode == 0, made.stderr
    assert (data_folder / "data" / "postgres").is_dir()
