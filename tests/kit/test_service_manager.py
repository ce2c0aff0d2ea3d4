"""What systemd hears, on real sockets."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import pytest

from parley.kit.service_manager import from_environment

pytestmark = pytest.mark.io


@pytest.fixture(params=["path", "abstract"])
def heard(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[str, socket.socket]]:
    name = f"parley-test-{uuid4().hex}"
    address, shown = (f"\0{name}", f"@{name}") if request.param == "abstract" else (str(tmp_path / "n"),) * 2
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.bind(address)
        listening.settimeout(30)
        yield shown, listening


def test_ready_and_stopping_are_told(heard: tuple[str, socket.socket]) -> None:
    address, listening = heard
    environment = {"NOTIFY_SOCKET": address, "OTHER": "kept"}
    manager = from_environment(environment)
    manager.ready()
    assert listening.recv(100) == b"READY=1"
    manager.stopping()
    assert listening.recv(100) == b"STOPPING=1"
    assert environment == {"OTHER": "kept"}, "children must not speak in our name"


def test_life_is_told_only_when_systemd_wants_to_know(heard: tuple[str, socket.socket]) -> None:
    address, listening = heard
    from_environment({"NOTIFY_SOCKET": address}).alive()
    watched = {"NOTIFY_SOCKET": address, "WATCHDOG_USEC": "4000000", "WATCHDOG_PID": str(os.getpid())}
    manager = from_environment(watched)
    assert manager.watchdog_seconds == 4
    manager.alive()
    manager.alive()  # too soon to be told again
    manager.ready()
    assert [listening.recv(100) for _ in range(2)] == [b"WATCHDOG=1", b"READY=1"]


def test_a_watchdog_of_another_process_is_not_ours(heard: tuple[str, socket.socket]) -> None:
    manager = from_environment({"NOTIFY_SOCKET": heard[0], "WATCHDOG_USEC": "4000000", "WATCHDOG_PID": "1"})
    assert manager.watchdog_seconds is None


@pytest.mark.parametrize(
    "environment",
    [{}, {"NOTIFY_SOCKET": "not/absolute"}, {"NOTIFY_SOCKET": "/nobody/there"}, {"NOTIFY_SOCKET": "/x" * 200}],
)
def test_nobody_to_tell_is_no_error(environment: dict[str, str]) -> None:
    assert from_environment({**environment, "WATCHDOG_USEC": "²"}).watchdog_seconds is None
    manager = from_environment({**environment, "WATCHDOG_USEC": "abc"})
    manager.ready()
    manager.alive()
    manager.stopping()
