from __future__ import annotations

from pathlib import Path

import pytest

from parley.storage.embedded.postmaster_pid import Postmaster, read_postmaster

WHOLE = "4711\n/data/postgres\n1790000000\n5432\n/data/run\n\n  123  456\nready   \n"


def test_a_whole_file_says_who_and_where(tmp_path: Path) -> None:
    (tmp_path / "pid").write_text(WHOLE)

    assert read_postmaster(tmp_path / "pid") == Postmaster(4711, Path("/data/run"), ready=True)


def test_recovery_is_not_readiness(tmp_path: Path) -> None:
    (tmp_path / "pid").write_text(WHOLE.replace("ready   ", "starting"))

    assert read_postmaster(tmp_path / "pid") == Postmaster(4711, Path("/data/run"), ready=False)


@pytest.mark.parametrize("text", ["", "4711", "4711\n/data/postgres\n", WHOLE.replace("4711", "garbage")])
def test_a_file_that_is_not_whole_says_nothing(tmp_path: Path, text: str) -> None:
    (tmp_path / "pid").write_text(text)

    assert read_postmaster(tmp_path / "pid") is None
    assert read_postmaster(tmp_path / "missing") is None
