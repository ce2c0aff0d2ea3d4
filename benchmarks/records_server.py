"""The server of the records benchmark: the platform app, one worker, on data that may be there from another run."""

from __future__ import annotations

import sys
from pathlib import Path

import uvloop
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from benchmarks.server import opened, serve
from parley.asgi import platform
from parley.domain.accounts import actions as accounts
from parley.domain.accounts import store as account_store
from parley.domain.accounts.model import Family
from parley.domain.accounts.model import Scope as KeyScope
from parley.domain.projects import actions as projects
from parley.domain.projects import store as project_store
from parley.domain.projects.info import ProjectInfo
from parley.resources import Resources
from parley.storage.db import Database

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


async def _place(resources: Resources) -> tuple[ProjectInfo, dict[str, str]]:
    """The project, made on the first run, and new keys to it."""
    now = resources.clock.now()
    async with resources.db.transaction() as tx:
        account = await account_store.find_account(tx, SLUG, []) or await accounts.create_account(tx, SLUG)
        project_info = await project_store.find_project(tx, account.id, SLUG) or await projects.create_project(
            tx, account.id, SLUG, resources.settings.region
        )
        scope = KeyScope(account.id, project_info.id, region=project_info.region)
        families = (Family.CONVERSATIONS, Family.CONCURRENCY)
        return project_info, {family: (await accounts.issue_key(tx, family, scope, now)).secret for family in families}


async def main(data: Path) -> None:
    async with opened(data) as resources:
        project_info, keys = await _place(resources)
        about = {
            "dsn": resources.db.dsn,
            "account": project_info.account_id,
            "project": project_info.id,
            "conversations_key": keys[Family.CONVERSATIONS],
            "concurrency_key": keys[Family.CONCURRENCY],
        }
        await serve({"port": platform(resources), "bare_port": Bare(resources.db, project_info.id)}, about)


if __name__ == "__main__":
    uvloop.run(main(Path(sys.argv[1])))
