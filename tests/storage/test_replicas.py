"""Reads from a real streaming replica: up to date, behind, away, promoted, and one of another database."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from prometheus_client import REGISTRY

from parley.cli.doctor import replicas as doctor
from parley.cli.doctor.finding import Level
from parley.domain.accounts.model import Family
from parley.domain.conversations.actions import FINISH
from parley.kit.clock import iso
from parley.providers.llm.scripted import Answer, Say, ScriptedModel
from parley.settings import Settings
from parley.storage.replica_store import Position
from parley.storage.replicas import address_of, trouble_of
from parley.web.replica_reads import LAG_HEADER
from tests.build_api.builder import run_jobs
from tests.conftest import private_folder
from tests.fixtures import fresh_database
from tests.journeys.installation import Agent, Installation, installed
from tests.storage.standby import Standby, standby
from tests.waiting import until

pytestmark = pytest.mark.io

AGENT = {"voice/configuration.yaml": "greeting:\n  welcome_message: Hello!\n"}


@dataclass(slots=True)
class Scene:
    installation: Installation
    agent: Agent
    replica: Standby
    keys: dict[str, str]

    async def list(self) -> tuple[set[str], str]:
        """The ids of all conversations, and who gave them."""
        before = reads("replica"), reads("primary")
        place = self.agent.project_info
        path = f"/v3/{place.account_id}/{place.id}/conversations"
        answer = await self.installation.platform.get(path, headers=self.keys)
        assert answer.status_code == 200, answer.text
        given = "replica" if reads("replica") > before[0] else "primary" if reads("primary") > before[1] else "nobody"
        return {each["id"] for each in answer.json()["conversations"]}, given

    async def lag(self) -> float:
        """What an answer of figures says of itself."""
        now = self.installation.resources.clock.now()
        query = urlencode({"start": iso(now - timedelta(days=1)), "end": iso(now)})
        path = f"/v1/agents/{self.agent.project_info.id}/analytics?{query}"
        answer = await self.installation.build.get(path, headers=self.agent.build_headers)
        assert answer.status_code == 200, answer.text
        return float(answer.headers[LAG_HEADER])

    async def finish_one(self) -> str:
        self.installation.models[self.agent.project_info.id] = ScriptedModel([Answer((Say("Yes."),), repeat=True)])
        talk = await self.agent.open()
        await talk.say("Is it open?")
        await talk.close()
        await run_jobs(self.installation.resources, [FINISH])
        return talk.id

    async def until_read_from(self, server: str) -> None:
        async def is_read_from() -> bool:
            return (await self.list())[1] == server

        await until(is_read_from)


def reads(server: str) -> float:
    return REGISTRY.get_sample_value("parley_record_reads_total", {"server": server}) or 0.0


def usable(replica: Standby) -> float | None:
    return REGISTRY.get_sample_value("parley_replica_usable", {"replica": address_of(replica.dsn)})


@pytest.fixture(scope="module")
async def scene(postgres: str) -> AsyncIterator[Scene]:
    with private_folder() as folder:
        async with fresh_database(postgres) as dsn, standby(dsn) as replica:
            settings: dict[str, Any] = {"embeddings": "none", "works": False, "database_replica_urls": (replica.dsn,)}
            async with installed(dsn, folder, **settings) as installation:
                agent = await installation.agent(AGENT)
                key = await installation.make.key(Family.CONVERSATIONS, agent.project_info)
                found = Scene(installation, agent, replica, {"x-api-key": key.secret})
                await found.until_read_from("replica")
                yield found


async def test_a_conversation_that_was_just_finished_is_found_on_the_replica(scene: Scene) -> None:

    async def is_found_there() -> bool:
        finished = await scene.finish_one()
        found, server = await scene.list()
        assert finished in found
        return server == "replica"

    await until(is_found_there)


async def test_figures_say_how_far_they_may_be_behind(scene: Scene) -> None:
    async def are_of_the_replica() -> bool:
        lag = await scene.lag()
        assert 0 <= lag <= scene.installation.resources.settings.database_replica_lag_seconds
        return lag > 0

    await until(are_of_the_replica)


async def test_samples_are_drawn_on_the_primary(scene: Scene) -> None:
    """What was drawn is written down, and a replica takes no writes."""
    now, place = scene.installation.resources.clock.now(), scene.agent.project_info
    times = {"start_time": iso(now - timedelta(hours=1)), "end_time": iso(now)}
    path = f"/v3/{place.account_id}/{place.id}/conversations?{urlencode({**times, 'sample': 'random'})}"
    answer = await scene.installation.platform.get(path, headers=scene.keys)
    (replica,) = scene.installation.resources.replicas._replicas
    assert (answer.status_code, replica.failed_at) == (200, float("-inf"))


async def test_one_that_is_behind_answers_nothing(scene: Scene) -> None:
    """Lists go to the primary at once, figures when the lag is more than is allowed."""
    scene.replica.delay("1h")
    await until(lambda: _is_delayed(scene))
    finished = await scene.finish_one()
    found, server = await scene.list()
    assert (finished in found, server) == (True, "primary")

    async def is_given_up() -> bool:
        return usable(scene.replica) == 0.0 and await scene.lag() == 0.0

    await until(is_given_up)
    assert (
        REGISTRY.get_sample_value("parley_replica_lag_seconds", {"replica": address_of(scene.replica.dsn)}) or 0
    ) > 2
    scene.replica.delay("0")
    await scene.until_read_from("replica")
    assert finished in (await scene.list())[0]


async def _is_delayed(scene: Scene) -> bool:
    (replica,) = scene.installation.resources.replicas._replicas
    row = await replica.db.fetchrow("select current_setting('recovery_min_apply_delay') = '1h' as delayed")
    return row is not None and bool(row["delayed"])


async def test_one_that_is_stopped_costs_no_request(scene: Scene) -> None:
    await scene.replica.stop()
    finished = await scene.finish_one()
    for _ in range(3):
        found, server = await scene.list()
        assert (finished in found, server) == (True, "primary")
    assert await scene.lag() == 0.0
    await scene.replica.start()
    await scene.until_read_from("replica")
    assert finished in (await scene.list())[0]


async def test_the_doctor_says_how_it_is(scene: Scene) -> None:
    settings = scene.installation.resources.settings
    (well,) = await doctor.examine(settings)
    assert (well.level, well.subject) == (Level.OK, address_of(scene.replica.dsn))
    assert await doctor.examine(settings.model_copy(update={"database_replica_urls": ()})) == []
    (itself,) = await doctor.examine(settings.model_copy(update={"database_replica_urls": (settings.database_url,)}))
    assert (itself.level, itself.what) == (Level.WARNING, "is no replica (any more): it was promoted")


async def test_one_that_was_promoted_is_left_alone(scene: Scene) -> None:
    """It goes its own way from then on. The last test of this server."""
    await scene.replica.promote()

    async def is_left_alone() -> bool:
        return usable(scene.replica) == 0.0

    await until(is_left_alone)
    finished = await scene.finish_one()
    found, server = await scene.list()
    assert (finished in found, server) == (True, "primary")


def test_what_is_no_copy_is_no_replica() -> None:
    primary = Position(system=1, database=5, lsn=100, follows=False)
    cases = {
        Position(1, 5, 90, follows=True): "",
        Position(2, 5, 90, follows=True): "is not a copy of this database",
        Position(1, 6, 90, follows=True): "is not a copy of this database",
        Position(1, 5, 200, follows=False): "is no replica (any more): it was promoted",
    }
    assert {each: trouble_of(each, primary) for each in cases} == cases


def test_names_of_replicas_hold_no_password() -> None:
    assert address_of("postgresql://u:secret@db-2.example:5433/parley") == "db-2.example:5433"
    assert address_of("postgresql:///parley?host=/run/x&port=5433&password=secret") == "/run/x:5433"


def test_replicas_belong_to_a_server_of_ones_own(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="PARLEY_DATABASE_URL"):
        Settings(data=tmp_path, database_url=None, database_replica_urls=("postgresql://a/b",))
    with pytest.raises(ValueError, match="postgresql://"):
        Settings(data=tmp_path, database_url="postgresql://a/b", database_replica_urls=("db-2",))
