"""`parley pull`."""

from __future__ import annotations

from pathlib import Path

import pytest

from parley.domain.projects.files import read_folder
from tests.cli.conftest import Operator

pytestmark = pytest.mark.io

WHERE = ("--account", "acme", "--project", "desk")
FILES = {
    "project.yaml": b"project_id: desk\r\naccount_id: acme\r\nproject_name: Desk  # ours\r\n",
    "agent_settings/rules.txt": b"Be kind.\n",
    "context/picture.bin": b"\xff\x00",
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    project = tmp_path / "agent"
    for path, content in FILES.items():
        (project / path).parent.mkdir(parents=True, exist_ok=True)
        (project / path).write_bytes(content)
    return project


def address(folder: Path) -> str:
    bundle, _problems = read_folder(folder)
    assert bundle is not None
    return bundle.address


async def test_what_was_pushed_comes_back_byte_for_byte(operator: Operator, folder: Path, tmp_path: Path) -> None:
    first = operator.reads("push", str(folder), "--create")["id"]
    copy = tmp_path / "copy"
    assert operator.reads("pull", str(copy), *WHERE)["written"] == sorted(FILES)
    assert address(copy) == address(folder)
    (copy / ".git").mkdir()
    (copy / ".git" / "config").write_text("ours")
    (folder / "agent_settings" / "rules.txt").write_text("Be brief.\n")
    (folder / "context" / "picture.bin").unlink()
    operator.does("push", str(folder))
    refused = operator.is_refused("pull", str(copy), *WHERE)
    assert "2 files" in refused
    assert "agent_settings/rules.txt" in refused
    assert (copy / "context" / "picture.bin").exists()
    operator.does("pull", str(copy), *WHERE, "--branch", "main", "--force")
    assert address(copy) == address(folder)
    assert (copy / ".git" / "config").read_text() == "ours"
    operator.does("pull", str(copy), *WHERE, "--deployment", first, "--force")
    assert {path: (copy / path).read_bytes() for path in FILES} == FILES


async def test_what_is_not_there_is_said_to_be_missing(operator: Operator, folder: Path, tmp_path: Path) -> None:
    operator.does("push", str(folder), "--create")
    assert "no branch" in operator.is_refused("pull", str(tmp_path / "copy"), *WHERE, "--branch", "x")
    assert "no deployment" in operator.is_refused("pull", str(tmp_path / "copy"), *WHERE, "--deployment", "x")
    assert not (tmp_path / "copy").exists()


async def test_nothing_is_written_through_a_link(operator: Operator, folder: Path, tmp_path: Path) -> None:
    operator.does("push", str(folder), "--create")
    copy, outside = tmp_path / "copy", tmp_path / "outside"
    outside.mkdir()
    copy.mkdir()
    (copy / "agent_settings").symlink_to(outside)
    operator.is_refused("pull", str(copy), *WHERE, "--force")
    assert list(outside.iterdir()) == []
