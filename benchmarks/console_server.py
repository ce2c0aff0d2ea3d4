"""The server of the console benchmark: the build app, one worker, on data that may be there from another run."""

from __future__ import annotations

import sys
from pathlib import Path

import uvloop

from benchmarks.server import opened, serve
from parley.asgi import build
from parley.domain.accounts import actions as accounts
from parley.domain.accounts import store as account_store
from parley.domain.accounts.model import Family, Scope
from parley.domain.projects import actions as projects
from parley.domain.projects import store as project_store
from parley.resources import Resources

ACCOUNT = "bench"
PROJECTS = ("listed", "quarter")


async def _places(resources: Resources) -> dict[str, str]:
    """The projects, made on the first run, and a new key to them."""
    async with resources.db.transaction() as tx:
        account = await account_store.find_account(tx, ACCOUNT, []) or await accounts.create_account(tx, ACCOUNT)
        found = {}
        for slug in PROJECTS:
            project_info = await project_store.find_project(tx, account.id, slug)
            project_info = project_info or await projects.create_project(
                tx, account.id, slug, resources.settings.region
            )
            found[slug] = project_info.id
        now = resources.clock.now()
        key = await accounts.issue_key(tx, Family.BUILD, Scope(account.id), now)
        viewer = Scope(account.id, settings={"role": "viewer"})
        console_key = await accounts.issue_key(tx, Family.CONSOLE, viewer, now)
    return {**found, "key": key.secret, "console_key": console_key.secret}


async def main(data: Path) -> None:
    async with opened(data) as resources:
        about = {"dsn": resources.db.dsn, **await _places(resources)}
        await serve({"port": build(resources)}, about)


if __name__ == "__main__":
    uvloop.run(main(Path(sys.argv[1])))
