"""The server of the records benchmark: the platform app, one worker, on data that may be there from another run."""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path

import uvloop

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
            listener = bind("127.0.0.1", 0)
            server = quiet_server(platform(resources), 1)
            told = {
                "port": listener.getsockname()[1],
                "dsn": database.dsn,
                "account": place.account_id,
                "project": place.id,
                "conversations_key": keys[Family.CONVERSATIONS],
                "concurrency_key": keys[Family.CONCURRENCY],
            }
            print(json.dumps(told), flush=True)
            serving = asyncio.create_task(server.serve(sockets=[listener]))
            await stop_requested().wait()
            server.should_exit = True
            await serving


if __name__ == "__main__":
    uvloop.run(main(Path(sys.argv[1])))
