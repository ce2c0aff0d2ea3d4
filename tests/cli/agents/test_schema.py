"""`parley schema`: which schema a file has."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from parley.cli.commands import app
from parley.domain.projects.format.files import FILES


@pytest.mark.slow
@pytest.mark.parametrize(
    ("asked", "title"),
    [
        ("topic", "topics/**/*.yaml"),
        ("topic.json", "topics/**/*.yaml"),
        ("topics/a.yml", "topics/**/*.yaml"),
        ("some/where/topics/deep/er/a.yaml", "topics/**/*.yaml"),
        ("flows/booking/steps/when.yaml", "flows/*/steps/*.yaml"),
        ("/srv/agent/project.yaml", "project.yaml"),
    ],
)
def test_a_file_or_a_name_gives_its_schema(asked: str, title: str) -> None:
    shown = CliRunner().invoke(app, ["schema", asked])
    assert shown.exit_code == 0, shown.output
    assert json.loads(shown.output)["title"] == title


def test_what_has_none_is_refused() -> None:
    refused = CliRunner().invoke(app, ["schema", "flows/booking/functions/save.py"])
    assert refused.exit_code == 1
    assert "No file of the format" in refused.output


@pytest.mark.slow
def test_all_of_them_are_written_and_listed(tmp_path: Path) -> None:
    written = CliRunner().invoke(app, ["schema", "--write", str(tmp_path / "schemas")])
    assert written.exit_code == 0, written.output
    assert {path.stem for path in (tmp_path / "schemas").iterdir()} == {file.name for file in FILES}
    listed = CliRunner().invoke(app, ["schema", "--json"])
    assert {row["schema"] for row in json.loads(listed.output)} == {file.name for file in FILES}
