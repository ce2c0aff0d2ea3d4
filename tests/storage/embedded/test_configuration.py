from __future__ import annotations

import re
from pathlib import Path

import pytest

from parley.storage.embedded.configuration import access_text, machine_memory, settings_text

GB = 1 << 30


def settings(memory: int = 8 * GB) -> dict[str, str]:
    return dict(re.findall(r"^(\w+) = '(.*)'$", settings_text(Path("/srv/run"), memory), re.MULTILINE))


@pytest.mark.parametrize(("memory", "buffers"), [(GB // 2, "64MB"), (8 * GB, "512MB"), (256 * GB, "2048MB")])
def test_buffers_follow_the_memory_within_bounds(memory: int, buffers: str) -> None:
    assert settings(memory)["shared_buffers"] == buffers


def test_only_the_socket_is_open_and_only_to_our_role_with_its_password() -> None:
    assert settings()["listen_addresses"] == ""
    assert settings()["unix_socket_directories"] == "/srv/run"
    assert [line for line in access_text().splitlines() if not line.startswith("#")] == [
        "local all parley scram-sha-256",
        "local replication parley scram-sha-256",
    ]


def test_an_operators_own_settings_come_last() -> None:
    assert settings_text(Path("/srv/run"), GB).rstrip().endswith("include_if_exists 'local.conf'")


def test_memory_is_measured() -> None:
    assert machine_memory() > 64 << 20
