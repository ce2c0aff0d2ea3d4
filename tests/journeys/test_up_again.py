"""Starting again on the same folder, beside another instance, without the demo, and where something is in the way."""

from __future__ import annotations

import signal
import socket
import time
from pathlib import Path

import pytest

from tests.journeys.instance import ANY_PORTS, Instance, parley, running, seconds_since, up

pytestmark = [pytest.mark.io, pytest.mark.xdist_group("instances")]

SECOND_START_SECONDS = 90.0
"""The budget is 5 s on a machine that does nothing else, which the benchmark `start` measures; tests share theirs."""
ADDRESSES = {"platform_url", "build_url", "messaging_url", "ops_url", "streams_url", "webrtc_url", "sip", "sips"}


async def test_a_second_start_keeps_the_keys_and_is_quick(data_folder: Path) -> None:
    async with up(data_folder) as first:
        before = first.credentials
        await stops_in_order(first, signal.SIGINT)
    began = time.monotonic()
    async with up(data_folder) as second:
        assert seconds_since(began) < SECOND_START_SECONDS
        assert (second.credentials["keys"], second.credentials["account_id"]) == (before["keys"], before["account_id"])
        assert (await second.agents(before["keys"]["build"])).status_code == 200
        assert "Applied migration" not in second.stdout
        await stops_in_order(second, signal.SIGTERM)


async def stops_in_order(instance: Instance, number: signal.Signals) -> None:
    assert instance.postmaster in instance.processes()
    assert await instance.stop(number) == 0
    assert instance.processes() == {}, "when it has ended, so has everything that it started"
    assert instance.stdout.endswith("Stopped.\n")
    assert instance.stderr == ""
    assert not (instance.data / "postgres" / "postmaster.pid").exists(), "PostgreSQL was shut down, not killed"


async def test_without_the_demo_there_are_addresses_only(data_folder: Path) -> None:
    async with up(data_folder, "--no-demo") as instance:
        assert set(instance.credentials) == ADDRESSES | {"console_url"}
        assert "pk_" not in instance.stdout
        assert "parley accounts" in instance.stdout
        assert parley(instance.data, "accounts", "list", "--json").stdout.strip() == "[]"


async def test_two_instances_side_by_side_know_nothing_of_each_other(data_folder: Path) -> None:
    folders = [data_folder / "one", data_folder / "two"]
    for folder in folders:
        folder.mkdir()
    async with up(folders[0], "--no-voice") as one, up(folders[1], "--no-voice") as two:
        assert not set(one.secrets) & set(two.secrets)
        assert (await one.agents()).status_code == 200
        assert (await two.agents()).status_code == 200
        assert (await one.agents(two.keys["build"])).status_code == 401
        assert await one.stop() == 0
        assert (await two.agents()).status_code == 200


async def test_a_taken_port_is_named_and_nothing_is_left_running(data_folder: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        for option in ("--platform-port", "--build-port", "--ops-port"):
            command = ("up", "--data", str(data_folder / "data"), *ANY_PORTS, option, port)
            async with running(data_folder, *command) as instance:
                assert await instance.until_ended() == 1
                assert one_line(instance.stderr)
                assert port in instance.stderr
                assert option in instance.stderr
                assert instance.stdout == ""
                assert instance.processes() == {}
    assert not (data_folder / "data" / "credentials.json").exists()


async def test_a_folder_that_cannot_be_used_is_named(data_folder: Path) -> None:
    (data_folder / "data").write_text("a file, not a folder")
    refused = parley(data_folder / "data", "up", *ANY_PORTS)
    assert refused.returncode == 1
    assert one_line(refused.stderr)
    assert str(data_folder / "data") in refused.stderr


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("PARLEY_REGION", "mars", "PARLEY_REGION"),
        ("PARLEY_DATABASE_URL", "nonsense", "PARLEY_DATABASE_URL"),
        ("PARLEY_DATABASE_URL", "postgresql://nobody:wrong@127.0.0.1:1/none", "cannot be reached"),
        ("PARLEY_PG_BIN", "/nowhere", "PARLEY_PG_BIN"),
    ],
)
def test_a_wrong_setting_is_said_in_one_line(data_folder: Path, name: str, value: str, words: str) -> None:
    refused = parley(data_folder / "data", "up", *ANY_PORTS, env={name: value})
    assert refused.returncode == 1
    assert one_line(refused.stderr)
    assert words in refused.stderr
    assert "wrong" not in refused.stderr.replace("is wrong", "")


def one_line(text: str) -> bool:
    return text.startswith("Error: ") and text.count("\n") == 1
