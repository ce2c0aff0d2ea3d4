"""`parley rtc`: what conversations get from now on, from the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Operator

pytestmark = pytest.mark.io

WHERE = ("--account", "acme", "--project", "desk")
LIVE = (*WHERE, "--env", "live")


@pytest.fixture(name="desk")
def _desk(operator: Operator, tmp_path: Path) -> Operator:
    folder = tmp_path / "agent"
    (folder / "real_time_configuration" / "live").mkdir(parents=True)
    (folder / "project.yaml").write_text("project_id: desk\naccount_id: acme\nproject_name: Desk\n")
    (folder / "real_time_configuration" / "live" / "data.json").write_text('{"open": true, "notice": ""}')
    operator.does("push", str(folder), "--create", "--to", "live")
    return operator


async def test_variables_are_shown_set_and_reset(desk: Operator, tmp_path: Path) -> None:
    before = desk.reads("rtc", "show", *LIVE)
    assert [page["variables"] for page in before] == [{"open": True, "notice": ""}]
    assert [page["clientEnv"] for page in desk.reads("rtc", "show", *WHERE)] == ["sandbox", "pre-release", "live"]
    (tmp_path / "values.json").write_text('{"days": [1, 2], "notice": "from the file"}')
    options = ("--file", str(tmp_path / "values.json"))
    page = desk.reads("rtc", "set", "open=false", "notice=Closed today", *LIVE, *options)
    assert page["variables"] == {"open": False, "notice": "Closed today", "days": [1, 2]}
    assert desk.reads("rtc", "show", *LIVE) == [page]
    table = desk.does("rtc", "set", "open=null", "days=3", *LIVE)
    assert [line.split() for line in table.splitlines()] == [
        ["environment", "name", "value", "from"],
        ["live", "notice", '"Closed', 'today"', "set"],
        ["live", "days", "3", "set"],
    ]
    page = desk.reads("rtc", "reset", *LIVE)
    assert page["variables"] == {"open": True, "notice": ""}
    assert page["lastUpdated"] > before[0]["lastUpdated"]
    assert "files" in desk.does("rtc", "show", *LIVE)
    assert desk.reads("rtc", "reset", *WHERE, "--env", "sandbox")["variables"] == {}


async def test_a_schema_is_set_and_mistakes_are_told(desk: Operator, tmp_path: Path) -> None:
    schema = tmp_path / "schema.json"
    schema.write_text('{"properties": {"open": {"type": "string"}, "notice": {"type": "string"}}}')
    assert desk.reads("rtc", "set", *LIVE, "--schema", str(schema))["schema"]["properties"]
    said = desk.is_refused("rtc", "set", "notice=7", *LIVE)
    assert 'variables.notice: does not fit "type":"string"' in said
    assert 'variables.open: does not fit "type":"string"' in said
    assert desk.reads("rtc", "set", "open=no", *LIVE)["variables"] == {"open": "no", "notice": ""}
    assert "write NAME=VALUE" in desk.is_refused("rtc", "set", "open", *LIVE)
    for text in ("[1]", "{"):
        schema.write_text(text)
        assert "JSON object" in desk.is_refused("rtc", "set", *LIVE, "--schema", str(schema)).replace("\n", " ")
    assert "--env" in desk.is_refused("rtc", "set", "open=1", *WHERE)
