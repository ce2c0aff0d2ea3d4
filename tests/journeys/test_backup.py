"""Acknowledged turns while a backup is made, more turns, and a restore to a moment between."""

from __future__ import annotations

import asyncio
import shutil
from base64 import b64encode
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import pytest

from parley.domain.conversations.model import row_id
from parley.providers.llm.scripted import Say, ScriptedModel
from parley.storage.db import Database
from parley.storage.embedded import EmbeddedPostgres
from parley.storage.migrate import migrate
from tests.conftest import private_folder
from tests.fixtures import in_memory
from tests.journeys.installation import Agent, Talk, installed
from tests.journeys.instance import parley, up
from tests.storage.backup.scene import SECRET_KEY, Scene
from tests.waiting import until

pytestmark = [pytest.mark.io, pytest.mark.xdist_group("instances")]

AGENT = {"voice/configuration.yaml": "greeting:\n  welcome_message: Hello!\n"}
PLENTY = 2000


async def test_acknowledged_turns_are_there_after_a_restore_and_later_ones_are_not() -> None:
    with private_folder(in_memory()) as folder:
        await _migrated(folder / "data")
        (folder / "data" / "secret.key").write_bytes(b64encode(SECRET_KEY))
        async with EmbeddedPostgres(folder / "data") as server:
            scene = Scene(folder, server.dsn, key=bytes(32))
            async with installed(server.dsn, folder / "data", embeddings="none", works=False) as running:
                agent = await running.agent(AGENT)
                running.models[agent.project_info.id] = ScriptedModel([Say(f"answer {n}") for n in range(PLENTY)])
                await agent.secret("pin", "1234")
                async with scene.archiving():
                    talks, replies = await _talk_while_backing_up(agent, scene)
                    before = {talk.id: await talk.turns() for talk in talks}
                    moment = await _server_time(running.resources.db)
                    later = await agent.open()
                    await asyncio.gather(*(talk.say("later") for talk in talks))
                    await scene.until_archived(await _server_time(running.resources.db))
        await scene.restored(moment)
        async with EmbeddedPostgres(folder / "restored") as server:  # noqa: SIM117 as above
            async with installed(server.dsn, folder / "restored", embeddings="none", works=False) as running:
                same = replace(agent, installation=running)
                running.models[agent.project_info.id] = ScriptedModel([Say("and on")])
                db = running.resources.db
                assert {talk.id: await replace(talk, agent=same).turns() for talk in talks} == before
                assert [await _answers(db, talk) for talk in talks] == replies
                assert await _answers(db, later) == []
                secrets = running.resources.dependencies.secret_store
                assert await secrets.get(db, agent.project_info.id, "pin") == "1234"
                assert (await replace(talks[0], agent=same).say("still there?")).text == "and on"


async def _migrated(data: Path) -> None:
    async with EmbeddedPostgres(data) as server:
        db = await Database.open(server.dsn, connections=1)
        await migrate(db)
        await db.aclose()


async def _talk_while_backing_up(agent: Agent, scene: Scene) -> tuple[list[Talk], list[list[str]]]:
    """What every client was told, until there is a whole backup and for a few turns more."""
    talks = [await agent.open() for _ in range(4)]
    replies = [[talk.opening] for talk in talks]
    backing_up = asyncio.create_task(scene.until_backed_up())
    left = 3

    async def talk_on(number: int) -> None:
        replies[number].append((await talks[number].say("go on")).text)

    while left > 0:
        await asyncio.gather(*(talk_on(number) for number in range(len(talks))))
        left -= backing_up.done()
    await backing_up
    return talks, replies


async def _answers(db: Database, talk: Talk) -> list[str]:
    query = "select agent_response from turns where conversation_id = $1 order by number"
    return [row["agent_response"] for row in await db.fetch(query, row_id(talk.id))]


async def _server_time(db: Database) -> datetime:
    row = await db.fetchrow("select clock_timestamp() as now")
    assert row is not None
    moment: datetime = row["now"]
    return moment


async def test_up_archives_by_itself_and_an_operator_restores(data_folder: Path) -> None:
    place = data_folder / "kept"
    environment = {"PARLEY_BACKUP_TO": str(place), "PARLEY_BACKUP_SECONDS": "0.5"}
    async with up(data_folder, "--no-voice", env=environment) as instance:
        assert "backup" in await instance.health()

        async def is_whole() -> bool:
            return any(place.glob("base/*/backup.json"))

        await until(is_whole, 60)
        assert await instance.stop() == 0
        assert instance.stderr == ""
    refused = parley(data_folder / "data", "restore", str(place), "--to-end")
    assert (refused.returncode, refused.stdout) == (1, "")
    assert "is not empty" in refused.stderr
    (data_folder / "new" / "data").mkdir(parents=True)
    shutil.copy(data_folder / "data" / "secret.key", data_folder / "new" / "data")
    restored = parley(data_folder / "new" / "data", "restore", str(place), "--to-end", "--json")
    assert restored.returncode == 0, restored.stderr
    assert '"demo"' in parley(data_folder / "new" / "data", "accounts", "list", "--json").stdout
