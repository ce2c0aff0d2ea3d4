"""`parley deployments`, `parley numbers` and `parley connectors`."""

from __future__ import annotations

import uuid
from pathlib import Path

import pytest

from tests.cli.conftest import Operator

pytestmark = pytest.mark.io

WHERE = ("--account", "acme", "--project", "desk")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    project = tmp_path / "agent"
    (project / "agent_settings").mkdir(parents=True)
    (project / "project.yaml").write_text("project_id: desk\naccount_id: acme\nproject_name: Desk\n")
    (project / "agent_settings" / "rules.txt").write_text("Be kind.\n")
    return project


def pushed(operator: Operator, folder: Path, rules: str) -> str:
    (folder / "agent_settings" / "rules.txt").write_text(rules)
    return str(operator.reads("push", str(folder), "--create")["id"])


async def test_a_version_is_promoted_listed_and_rolled_back(operator: Operator, folder: Path) -> None:
    first, second = pushed(operator, folder, "Be kind.\n"), pushed(operator, folder, "Be brief.\n")
    promoted = operator.reads("deployments", "promote", second, *WHERE, "-m", "try it")
    assert promoted["deployment"]["environment"] == "pre-release"
    assert promoted["testRunIds"] == []
    again = operator.reads("deployments", "rollback", first, *WHERE)
    rows = operator.reads("deployments", "list", *WHERE)
    assert [row["type"] for row in rows] == ["rollback", "promotion", "publish", "publish"]
    assert [row["active"] for row in rows] == ["*", "*", "", ""]
    assert rows[0]["id"] == again["id"]
    assert "answers in live" in operator.does("deployments", "promote", first, *WHERE, "--to", "live")


async def test_two_versions_are_compared(operator: Operator, folder: Path) -> None:
    first, second = pushed(operator, folder, "Be kind.\n"), pushed(operator, folder, "Be brief.\n")
    assert "-Be kind.\n+Be brief.\n" in operator.does("deployments", "diff", first, second, *WHERE)
    assert operator.does("deployments", "diff", first, first, *WHERE) == "Both hold the same files.\n"


async def test_the_gate_holds_on_the_command_line_too(operator: Operator, folder: Path) -> None:
    source = pushed(operator, folder, "Be kind.\n")
    operator.does("projects", "set", "desk", "--account", "acme", "--tests", "required")
    assert "have to pass" in operator.is_refused("deployments", "promote", source, *WHERE, "--to", "live")
    assert "Test run" in operator.does("deployments", "promote", source, *WHERE)


async def test_what_is_not_there_is_said_to_be_missing(operator: Operator, folder: Path) -> None:
    pushed(operator, folder, "Be kind.\n")
    assert "no deployment" in operator.is_refused("deployments", "promote", str(uuid.uuid4()), *WHERE)
    assert "no project" in operator.is_refused("deployments", "list", "--account", "acme", "--project", "x")


async def test_numbers_and_connectors(operator: Operator) -> None:
    operator.does("accounts", "create", "acme")
    operator.does("projects", "create", "desk", "--account", "acme")
    trunk = operator.reads("connectors", "create", "Main trunk", *WHERE, "--outbound")
    number = operator.reads("numbers", "import", "+44 20 7123 4567", *WHERE, "--connector", trunk["connectorId"])
    assert number["number"] == "+442071234567"
    assert "assigned" in operator.is_refused("numbers", "import", "+442071234567", *WHERE)
    assert "country code" in operator.is_refused("numbers", "import", "020 7123", *WHERE)
    operator.does("numbers", "assign", "+442071234567", *WHERE, "--env", "sandbox")
    (row,) = operator.reads("numbers", "list", *WHERE)
    assert (row["environment"], row["connector"]) == ("sandbox", None)
    (listed,) = operator.reads("connectors", "list", *WHERE)
    assert listed == {**trunk, "registration": ""}
    operator.does("connectors", "remove", trunk["connectorId"], *WHERE)
    operator.does("numbers", "remove", "+442071234567", *WHERE)
    assert operator.reads("numbers", "list", *WHERE) == []
