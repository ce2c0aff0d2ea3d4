"""What was open to others is closed, and nothing else is touched."""

from __future__ import annotations

import logging
import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest
import structlog

from parley.cli.data_folder import close_to_others
from parley.kit import log
from parley.kit.files import restrict_to_owner

pytestmark = pytest.mark.io


@pytest.fixture(autouse=True)
def logging_as_it_was() -> Iterator[None]:
    handlers, level = logging.root.handlers[:], logging.root.level
    yield
    logging.root.handlers[:] = handlers
    logging.root.setLevel(level)
    structlog.reset_defaults()


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_modes_become_narrower_and_never_wider(tmp_path: Path) -> None:
    folder, secret, closed = tmp_path / "data", tmp_path / "data" / "secret.key", tmp_path / "data" / "closed"
    folder.mkdir()
    for path, bits in ((secret, 0o666), (closed, 0o400), (folder, 0o755)):
        path.touch(exist_ok=True)
        path.chmod(bits)
    assert restrict_to_owner([folder, secret, closed, folder / "missing"]) == [folder, secret]
    assert (mode(folder), mode(secret), mode(closed)) == (0o700, 0o600, 0o400)
    assert restrict_to_owner([folder, secret, closed]) == []


def test_what_a_link_or_a_pipe_leads_to_is_left_alone(tmp_path: Path) -> None:
    outside, link, pipe = tmp_path / "outside", tmp_path / "link", tmp_path / "pipe"
    outside.touch()
    outside.chmod(0o644)
    link.symlink_to(outside)
    os.mkfifo(pipe, 0o666)
    assert restrict_to_owner([link, pipe]) == []
    assert mode(outside) == 0o644


def test_an_account_that_was_let_in_by_name_stays_in(tmp_path: Path) -> None:
    """PostgreSQL's own, when root starts it: its ACL shows as bits of the group."""
    acl = bytes.fromhex("0200000001000700ffffffff020001003930000004000000ffffffff10000100ffffffff20000500ffffffff")
    tmp_path.chmod(0o705)
    try:
        os.setxattr(tmp_path, "system.posix_acl_access", acl)
    except OSError:
        pytest.skip("this file system has no access control lists")
    assert restrict_to_owner([tmp_path]) == [tmp_path]
    assert mode(tmp_path) == 0o710
    assert restrict_to_owner([tmp_path]) == []


def test_a_data_folder_that_was_left_open_is_closed_with_one_line(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    names = ("credentials.json", "secret.key", "postgres.password", "postgres.log", "sip.pem", "logs/worker.log.1")
    (tmp_path / "logs").mkdir(mode=0o755)
    for name in (*names, "notes.txt"):
        (tmp_path / name).touch()
        (tmp_path / name).chmod(0o644)
    tmp_path.chmod(0o755)
    log.configure("test")
    close_to_others(tmp_path)
    close_to_others(tmp_path)
    assert {mode(tmp_path / name) for name in names} == {0o600}
    assert {mode(tmp_path), mode(tmp_path / "logs")} == {0o700}
    assert mode(tmp_path / "notes.txt") == 0o644, "not ours"
    assert capfd.readouterr().err.count("modes_narrowed") == 1


def test_new_logs_are_their_owners_alone(tmp_path: Path) -> None:
    file = tmp_path / "logs" / "role.log"
    before = os.umask(0o000)
    try:
        log.configure("test", file=file)
        log.logger("test").warning("something")
    finally:
        os.umask(before)
    assert (mode(file.parent), mode(file)) == (0o700, 0o600)
