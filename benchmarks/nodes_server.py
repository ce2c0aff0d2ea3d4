"""One platform process of several on one database. The first of them makes the agent that all of them run."""

from __future__ import annotations

import sys
from pathlib import Path

import uvloop

from benchmarks.chat_server import OneCall, make_project, use_model
from benchmarks.server import opened_on, serve
from parley.asgi import platform


async def main(data: Path, dsn: str, is_first: bool) -> None:
    async with opened_on(dsn, data) as resources:
        use_model(resources, OneCall())
        about: dict[str, object] = {}
        if is_first:
            project, headers = await make_project(resources)
            about = {"headers": headers, "prefix": f"/v1/{project.account_id}/{project.id}/chat"}
        await serve({"chat": platform(resources)}, about)


if __name__ == "__main__":
    uvloop.run(main(Path(sys.argv[1]), sys.argv[2], sys.argv[3:] == ["first"]))
