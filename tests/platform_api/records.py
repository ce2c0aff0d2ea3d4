"""A client of one project's Conversations API, and the worker's part in making records."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

import httpx

from parley.domain.conversations.actions import FINISH
from parley.domain.projects.info import ProjectInfo
from parley.resources import Resources
from parley.storage import queue
from parley.worker.registry import JOBS
from tests.contract import ContractClient


class Records:
    def __init__(self, client: ContractClient, project: ProjectInfo, key: str) -> None:
        self.client = client
        self.project = project
        self.headers = {"x-api-key": key}

    async def get(self, query: Mapping[str, Any] | str = "", version: str = "v3") -> httpx.Response:
        path = f"/{version}/{self.project.account_id}/{self.project.id}/conversations"
        if isinstance(query, str):
            return await self.client.get(f"{path}?{query}", headers=self.headers)
        return await self.client.get(path, params=query, headers=self.headers)

    async def page(self, query: Mapping[str, Any] | str = "", version: str = "v3") -> dict[str, Any]:
        response = await self.get(query, version)
        assert response.status_code == 200, response.text
        body: dict[str, Any] = response.json()
        return body

    async def ids(self, query: Mapping[str, Any] | str = "", version: str = "v3") -> list[str]:
        return [record["id"] for record in await self.list(query, version)]

    async def list(self, query: Mapping[str, Any] | str = "", version: str = "v3") -> list[dict[str, Any]]:
        records: Any = (await self.page(query, version))["conversations"]
        return cast("list[dict[str, Any]]", records)


async def finish_all(resources: Resources) -> None:
    """Runs the jobs that end conversations, as the worker would."""
    async with resources.db.transaction() as tx:
        jobs = await queue.lease_due(tx, [FINISH], 100, 60)
    for job in jobs:
        await JOBS[job.kind].run(resources, job)
