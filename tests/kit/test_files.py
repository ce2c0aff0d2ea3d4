from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from parley.kit import files


def test_a_file_is_replaced_and_private(tmp_path: Path) -> None:
    path = tmp_path / "f"
    path.write_text("old")
    files.write_atomically(path, b"new")
    assert (path.read_bytes(), path.stat().st_mode & 0o777) == (b"new", 0o600)
    assert list(tmp_path.iterdir()) == [path]


def test_the_first_one_stays(tmp_path: Path) -> None:
    path = tmp_path / "f"
    files.write_if_missing(path, b"first")
    files.write_if_missing(path, b"second")
    assert (path.read_bytes(), path.stat().st_mode & 0o777) == (b"first", 0o600)
    assert list(tmp_path.iterdir()) == [path]


def test_who_is_slower_sees_the_whole_file_of_who_was_faster(tmp_path: Path) -> None:
    def made(number: int) -> bytes:
        files.write_if_missing(tmp_path / "f", b"%d" % number * 100_000)
        return (tmp_path / "f").read_bytes()

    with ThreadPoolExecutor(8) as pool:
        seen = set(pool.map(made, range(8)))
    assert len(seen) == 1
    assert len(seen.pop()) == 100_000
