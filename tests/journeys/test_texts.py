"""A dialogue by text message with a real instance, through a carrier on this machine: a worker is killed in the middle,
the carrier repeats itself, and in the end the user says STOP."""

from __future__ import annotations

import json
import os
import signal
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
import pytest

from parley.cli.channels.text_carrier import LocalCarrier
from parley.domain.texts.notices import Notice, words
from parley.kit.tasks import Tasks
from parley.web.serve import bind, quiet_server
from tests.journeys.instance import PARLEY, Instance, plain_environment, up
from tests.texting import ACCOUNT, TOKEN, USER
from tests.waiting import until

pytestmark = [pytest.mark.io, pytest.mark.xdist_group("instances"), pytest.mark.timeout(300)]

NUMBER = "+442079460999"
OF_THE_DEMO = ("--account", "demo", "--project", "restaurant")


@asynccontextmanager
async def carrying() -> AsyncIterator[tuple[LocalCarrier, str]]:
    listener, tasks = bind("127.0.0.1", 0), Tasks()
    async with httpx.AsyncClient(trust_env=False, timeout=30) as client:
        carrier = LocalCarrier(ACCOUNT, TOKEN, client)
        server = quiet_server(carrier.app(), 5)
        serving = tasks.start(server.serve(sockets=[listener]), "carrier")
        yield carrier, f"http://127.0.0.1:{listener.getsockname()[1]}"
        server.should_exit = True
        await serving
        await tasks.aclose()


def operator(instance: Instance, *arguments: str, given: str = "") -> str:
    """What the command prints."""
    done = subprocess.run(
        [*PARLEY, *arguments, *OF_THE_DEMO, "--data", str(instance.data), "--json"],
        input=given,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
        env=plain_environment(),
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def connect(instance: Instance) -> str:
    """A number that texts → where the carrier brings its messages."""
    trunk = ("--carrier", "twilio", "--account-sid", ACCOUNT, "--auth-token-stdin")
    connector = json.loads(operator(instance, "connectors", "create", "Texts", *trunk, given=TOKEN))["connectorId"]
    operator(instance, "numbers", "import", NUMBER, "--env", "live", "--connector", connector)
    return f"{instance.credentials['platform_url']}/texts/{connector}/incoming"


async def test_a_dialogue_survives_a_killed_worker_and_ends_with_stop(data_folder: Path) -> None:
    async with carrying() as (carrier, carrier_url):
        env = {"PARLEY_TWILIO_URL": carrier_url, "PARLEY_API_NETWORKS": "127.0.0.0/8"}
        async with up(data_folder, "--no-voice", env=env) as instance:
            url = connect(instance)

            async def text(body: str, sid: str) -> None:
                assert await carrier.bring(url, USER, NUMBER, body, sid) == 200

            async def said(count: int) -> list[str]:
                async def is_said() -> bool:
                    return len(carrier.messages) >= count

                await until(is_said, 90)
                return [message.body for message in carrier.messages]

            await text("Do you have anything vegan?", "SM1")
            await said(1)
            worker = (await instance.health())["worker"]["pid"]
            # It gets no further than its last job: what comes now is taken by nobody, until another worker is there.
            os.kill(worker, signal.SIGSTOP)
            await text("A table for two tomorrow at 7 pm, please", "SM2")
            os.kill(worker, signal.SIGKILL)
            await text("A table for two tomorrow at 7 pm, please", "SM2")
            await said(2)
            await text("stop", "SM3")
            await said(3)
            await text("Are you there?", "SM4")
            # Whatever came of the message before would have been sent before this.
            await text("help", "SM5")
            shown = await said(4)
            assert shown[2:] == [words(Notice.STOPPED, "en"), words(Notice.HELP, "en")]
            assert len(set(shown)) == 4
            (thread,) = json.loads(operator(instance, "texts", "list"))
            assert thread["stopped"]
            log = json.loads(operator(instance, "texts", "show", thread["thread"]))
            assert [one["status"] for one in reversed(log) if one["direction"] == "in"] == [
                "answered",
                "answered",
                "dropped",
                "dropped",
                "dropped",
            ]
