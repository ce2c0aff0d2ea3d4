"""Restores a dump, migrates it and opens an installation on it, at the moment at which the dump was made."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any
from urllib.parse import urlencode, urlsplit

import asyncpg
import standardwebhooks

from parley.providers.llm.scripted import Move, ScriptedModel
from parley.storage.db import Database
from parley.storage.migrate import migrate
from tests.certificates import Authority
from tests.clocks import ShiftedClock
from tests.conftest import private_folder
from tests.fixtures import fresh_database
from tests.journeys.installation import Installation, installed
from tests.receiver import Receiver, receiving
from tests.storage.dumps.make_dump import FOLDER, SETTINGS
from tests.storage.test_migrate import empty_database
from tests.waiting import until
from tests.worker.test_deliveries import delivering

FIRST = "0005"
"""The first schema that can be upgraded: since it no migration was edited."""
RENAMED = {"measured_minutes": "activity_minutes", "measured_turns": "activity_turns"}
"""Tables that have another name since a dump was made: old name → new name."""

TABLES = """
    select relname from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
"""

Counts = dict[str, int]


@dataclass(frozen=True, slots=True)
class Dump:
    """One that was restored and migrated."""

    dsn: str
    notes: dict[str, Any]
    before: Counts
    """Rows of each table before it was migrated."""
    after: Counts


@asynccontextmanager
async def migrated_dump(postgres: str, version: str) -> AsyncIterator[Dump]:
    script, notes = (FOLDER / f"{version}{suffix}" for suffix in (".sql", ".json"))
    async with empty_database(postgres) as dsn:
        connection = await asyncpg.connect(dsn)
        await connection.execute(script.read_text())
        await connection.close()
        before = await count_rows(dsn)
        db = await Database.open(dsn, connections=1)
        await migrate(db)
        await db.aclose()
        yield Dump(dsn, json.loads(notes.read_text()), before, await count_rows(dsn))


async def count_rows(dsn: str) -> Counts:
    connection = await asyncpg.connect(dsn)
    try:
        names = [row[0] for row in await connection.fetch(TABLES)]
        return {name: await connection.fetchval(f"select count(*) from {name}") for name in names}
    finally:
        await connection.close()


@dataclass(frozen=True, slots=True)
class HotelClient:
    """A client of the installation of the dump, at the moment at which the dump was made."""

    installation: Installation
    notes: dict[str, Any]
    receiver: Receiver

    async def get(self, key: str, path: str) -> Any:
        service = self.installation.build if key == "build" else self.installation.platform
        answer = await service.get(path, headers=self.notes["keys"][key])
        assert answer.status_code == 200, answer.text
        return answer.json()

    async def chat(self, verb: str, body: dict[str, Any], *moves: Move, **headers: str) -> dict[str, Any]:
        """What is answered if the model does this."""
        project, model = self.notes["project"], ScriptedModel(moves)
        self.installation.models[project] = model
        path = f"/v1/{self.notes['account']}/{project}/chat/{verb}"
        headers = {**self.notes["keys"]["chat"], **headers}
        answer = await self.installation.platform.post(path, headers=headers, json=body)
        assert answer.status_code == 200, answer.text
        assert not model.unplayed
        return dict(answer.json())

    async def say(self, conversation: str, message: str, *moves: Move) -> str:
        body = {"conversation_id": conversation, "message": message}
        return str((await self.chat("respond", body, *moves))["response"])

    async def turns(self, conversation: str) -> list[dict[str, Any]]:
        path = f"/v1/agents/{self.notes['project']}/conversations/{conversation}/trace"
        return list((await self.get("build", path))["turns"])

    async def records(self, **query: str) -> list[dict[str, Any]]:
        path = f"/v3/{self.notes['account']}/{self.notes['project']}/conversations?{urlencode(query)}"
        return list((await self.get("conversations", path))["conversations"])


@asynccontextmanager
async def open_dump(postgres: str, dump: Dump) -> AsyncIterator[HotelClient]:
    clock = ShiftedClock(datetime.fromisoformat(dump.notes["made_at"]) - datetime.now(UTC))
    with private_folder() as folder:
        authority = Authority(folder)
        settings = {**SETTINGS, "webhook_ca_file": authority.file}
        async with (
            fresh_database(postgres, template=urlsplit(dump.dsn).path[1:]) as dsn,
            receiving(tls=authority.server("127.0.0.1")) as receiver,
            installed(dsn, folder / "data", works=False, clock=clock, **settings) as installation,
        ):
            yield HotelClient(installation, dump.notes, receiver)


def as_it_is_told_now(path: str, body: Any) -> Any:
    """A configuration that says nothing had the time of its deployment, and has none now."""
    if not path.endswith("/real-time-configs"):
        return body
    return {
        "configPages": [
            page if page["schema"] or page["variables"] else {**page, "lastUpdated": None}
            for page in body["configPages"]
        ]
    }


def known_part(answer: Any, before: Any) -> Any:
    """Without the fields that the version before did not have."""
    if isinstance(answer, dict) and isinstance(before, dict):
        return {name: known_part(value, before[name]) for name, value in answer.items() if name in before}
    if isinstance(answer, list) and isinstance(before, list) and len(answer) == len(before):
        return [known_part(*pair) for pair in zip(answer, before, strict=True)]
    return answer


async def check_deliveries(hotel: HotelClient) -> None:
    """What was waiting for the endpoints comes, each once, with a signature of each of their secrets."""
    endpoints = {endpoint["id"]: endpoint for endpoint in hotel.notes["webhooks"]}
    headers = hotel.notes["keys"]["build"]
    for name in endpoints:
        path, body = f"/v1/webhook-endpoints/{name}", {"url": hotel.receiver.url(f"/{name}")}
        assert (await hotel.installation.build.patch(path, headers=headers, json=body)).status_code == 200

    async def all_have_come() -> bool:
        return len(hotel.receiver.requests) == sum(len(endpoint["waiting"]) for endpoint in endpoints.values())

    async with delivering(hotel.installation.resources):
        await until(all_have_come)
    delivered: dict[str, list[str]] = {name: [] for name in endpoints}
    for request in hotel.receiver.requests:
        name = request.line.split()[1][1:]
        delivered[name].append(json.loads(request.body)["alert"]["name"])
        assert request.headers["webhook-signature"].split() == [
            standardwebhooks.Webhook(secret).sign(
                request.headers["webhook-id"],
                datetime.fromtimestamp(int(request.headers["webhook-timestamp"]), UTC),
                request.body.decode(),
            )
            for secret in endpoints[name]["secrets"]
        ]
    assert {name: sorted(alerts) for name, alerts in delivered.items()} == {
        name: endpoint["waiting"] for name, endpoint in endpoints.items()
    }
