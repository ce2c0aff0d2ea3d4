from __future__ import annotations

import os
from pathlib import Path

from parley.storage.embedded.logfile import fatal_lines, open_log, rotate


def test_a_log_that_grew_too_large_starts_anew_under_the_writer(tmp_path: Path) -> None:
    log = tmp_path / "log"
    descriptor = open_log(log)
    os.write(descriptor, b"old " * 10)

    rotate(log, limit=39)
    os.write(descriptor, b"new")
    os.close(descriptor)

    assert log.read_bytes() == b"new"
    assert (tmp_path / "log.1").read_bytes() == b"old " * 10
    assert (tmp_path / "log.1").stat().st_mode & 0o777 == 0o600


def test_a_small_log_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "log").write_bytes(b"old")

    rotate(tmp_path / "log", limit=3)

    assert [path.name for path in tmp_path.iterdir()] == ["log"]


def test_only_what_ended_the_server_is_quoted(tmp_path: Path) -> None:
    former = "FATAL:  of yesterday\n"
    (tmp_path / "log").write_text(f"{former}LOG:  starting\nFATAL:  no space left\nLOG:  shut down\n")

    assert fatal_lines(tmp_path / "log", len(former)) == "FATAL:  no space left"
