"""`parley branches`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Operator

pytestmark = pytest.mark.io

WHERE = ("--account", "acme", "--project", "desk")
RULES = "agent_settings/rules.txt"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    project = tmp_path / "agent"
    (project / "agent_settings").mkdir(parents=True)
    (project / "project.yaml").write_text("project_id: desk\naccount_id: acme\nproject_name: Desk\n")
    (project / RULES).write_text("Be kind.\n")
    return project


async def test_a_branch_is_made_pushed_merged_and_deleted(operator: Operator, folder: Path, tmp_path: Path) -> None:
    operator.does("push", str(folder), "--create")
    code = operator.reads("branches", "create", "winter", *WHERE)["id"]
    (folder / RULES).write_text("Be brief.\n")
    assert "at 2" in operator.does("branches", "push", "winter", str(folder), *WHERE)
    assert "at 2" in operator.does("branches", "push", code, str(folder), *WHERE)
    assert [row["name"] for row in operator.reads("branches", "list", *WHERE)] == ["main", "winter"]
    assert "published" in operator.does("branches", "merge", "winter", *WHERE, "-m", "Winter")
    operator.does("pull", str(tmp_path / "copy"), *WHERE)
    assert (tmp_path / "copy" / RULES).read_text() == "Be brief.\n"
    operator.does("branches", "delete", "winter", *WHERE)
    assert "no branch" in operator.is_refused("branches", "delete", "winter", *WHERE)
    assert "main" in operator.is_refused("branches", "delete", "main", *WHERE)


async def test_conflicts_are_listed_until_somebody_says_what_counts(operator: Operator, folder: Path) -> None:
    operator.does("push", str(folder), "--create")
    operator.reads("branches", "create", "winter", *WHERE)
    (folder / RULES).write_text("Be brief.\n")
    operator.does("branches", "push", "winter", str(folder), *WHERE)
    (folder / RULES).write_text("Be long.\n")
    operator.does("push", str(folder))
    assert "Both sides" in operator.is_refused("branches", "merge", "winter", *WHERE)
    operator.does("branches", "merge", "winter", *WHERE, "--take", "theirs")
    operator.does("pull", str(folder), *WHERE, "--force")
    assert (folder / RULES).read_text() == "Be brief.\n"
