"""The server of the records benchmark: the platform app, one worker, on data that may be there from another run."""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path

import uvloop
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from parley.asgi import platform
from parley.domain.accounts import actions as accounts
from parley.domain.accounts import store as account_store
from parley.domain.accounts.model import Family
from parley.domain.accounts.model import Scope as KeyScope
from parley.domain.projects import actions as projects
from parley.domain.projects import store as project_store
from parley.domain.projects.place import Place
from parley.resources import Resources, open_resources
from parley.settings import Settings
from parley.storage.db import Database
from parley.storage.embedded import EmbeddedPostgres
from parley.storage.migrate import migrate
from parley.web.serve import bind, quiet_server, stop_requested

SLUG = "bench"
RECORD = """'{' || r.head || ',"metrics":' || c.metrics::text || ',"turns":' || r.turns || '}'"""


def page(project: str, limit: int) -> str:
    """The bare SQL of the newest records; `project` as it stands in a statement."""
    return f"""
        select {RECORD} as record from conversations as c join records as r on r.id = c.id
        where c.project_id = {project} and c.environment = 'live' order by c.id desc limit {limit}
    """


class Bare:
    """The floor in the same process and server: one statement, and its rows as an answer."""

    def __init__(self, db: Database, project: str) -> None:
        self._db = db
        self._project = project

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        rows = await self._db.fetch(page("$1", 5), self._project)
        body = f'{{"conversations":[{",".join(row["record"] for row in rows)}]}}'
        await Response(body, media_type="application/json")(scope, receive, send)


async def _place(resources: Resources) -> tuple[Place, dict[str, str]]:
    """The project, made on the first run, and new keys to it."""
    now = resources.clock.now()
    async with resources.db.transaction() as tx:
        account = await account_store.find_account(tx, SLUG, []) or await accounts.create_account(tx, SLUG)
        place = await project_store.find_project(tx, account.id, SLUG) or await projects.create_project(
            tx, account.id, SLUG, resources.settings.region
        )
        scope = KeyScope(account.id, place.id, region=place.region)
        families = (Family.CONVERSATIONS, Family.CONCURRENCY)
        return place, {family: (await accounts.issue_key(tx, family, scope, now)).secret for family in families}


async def main(data: Path) -> None:
    async with EmbeddedPostgres(data) as database:
        db = await Database.open(database.dsn, connections=1)
        await migrate(db)
        await db.aclose()
        async with open_resources(Settings(database_url=database.dsn, data=data), "bench") as resources:
            while not await resources.is_ready():  # noqa: ASYNC110 the database answers when it answers
                await asyncio.sleep(0.02)
            place, keys = await _place(resources)
            listeners = [bind("127.0.0.1", 0), bind("127.0.0.1", 0)]
            servers = [quiet_server(platform(resources), 1), quiet_server(Bare(resources.db, place.id), 1)]
            ports = [listener.getsockname()[1] for listener in listeners]
            told = {
                "port": ports[0],
                "bare_port": ports[1],
                "dsn": database.dsn,
                "account": place.account_id,
                "project": place.id,
                "conversations_key": keys[Family.CONVERSATIONS],
                "concurrency_key": keys[Family.CONCURRENCY],
            }
            print(json.dumps(told), flush=True)
            serving = [
                asyncio.create_task(server.serve(sockets=[listener]))
                for server, listener in zip(servers, listeners, strict=True)
            ]
            await stop_requested().wait()
            for server in servers:
                server.should_exit = True
            await asyncio.gather(*serving)


if __name__ == "__main__":
    uvloop.run(main(Path(sys.argv[1])))
