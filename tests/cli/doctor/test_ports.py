"""Whose a port is."""

from __future__ import annotations

from pathlib import Path

from parley.cli.doctor import ports
from parley.cli.doctor.finding import Level


def fake_proc(folder: Path, command: str) -> Path:
    """The kernel's tables with one socket that listens on 8080, held by process 4711, whose parent is 42."""
    line = "   0: 0100007F:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000  0 0 777 1\n"
    files = {
        "net/tcp": f"header\n{line}",
        "4711/cmdline": command,
        "4711/stat": "4711 (a) b) S 42 1",
        "42/stat": "42 (c) S 1 1",
    }
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    (folder / "4711" / "fd").mkdir()
    (folder / "4711" / "fd" / "3").symlink_to("socket:[777]")
    return folder


def test_a_port_that_is_taken_has_a_name(tmp_path: Path) -> None:
    proc = fake_proc(tmp_path, "/usr/sbin/nginx\0-g\0secret")
    wanted = ports.ports_of(5060, 0)
    found = {each.subject: each for each in ports.examine(wanted, set(), proc)}
    assert found.keys() == {"tcp 8080", "tcp 8081", "tcp 8083", "udp 5060"}
    taken = found.pop("tcp 8080")
    assert taken.what == "taken by nginx (process 4711)"
    assert taken.level is Level.PROBLEM
    assert "--platform-port" in taken.todo
    assert {each.level for each in found.values()} == {Level.OK}


def test_a_port_of_ours_is_as_it_should_be(tmp_path: Path) -> None:
    proc = fake_proc(tmp_path, "python\0-m\0parley.cli.main\0up")
    own = ports.family_of({42}, proc)
    assert own == {42, 4711}
    ours = next(iter(ports.examine(ports.ports_of(0, 0), own, proc)))
    assert (ours.level, ours.what) == (Level.OK, "the platform service of this instance")
    theirs = next(iter(ports.examine(ports.ports_of(0, 0), set(), proc)))
    assert theirs.what == "taken by parley up (process 4711)"
