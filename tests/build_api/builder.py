"""A builder of one agent: a build key, an agent in the sandbox, and the worker's part in running its tests."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import httpx

from parley.domain.accounts.model import Family
from parley.domain.deployments.model import Deployment
from parley.domain.projects.info import ProjectInfo
from parley.domain.test_runs.actions import RUN_TESTS
from parley.resources import Resources
from parley.storage import queue
from parley.worker.registry import JOBS
from tests.contract import ContractClient
from tests.make import Make

AGENT = {
    "voice/configuration.yaml": "greeting:\n  welcome_message: Hello, how can I help?\n",
    "agent_settings/rules.txt": "Be kind.",
}


class Builder:
    def __init__(self, client: ContractClient, make: Make, project_info: ProjectInfo, key: str) -> None:
        self.client = client
        self.make = make
        self.project_info = project_info
        self.headers = {"x-api-key": key}
        self.path = f"/v1/agents/{project_info.id}"

    @classmethod
    async def of(cls, client: ContractClient, make: Make, project_info: ProjectInfo | None = None) -> Builder:
        project_info = project_info or await make.project()
        return cls(client, make, project_info, (await make.key(Family.BUILD, project_info)).secret)

    async def send(self, method: str, path: str, status: int = 200, **options: Any) -> Any:
        response = await self.ask(method, path, **options)
        assert response.status_code == status, response.text
        return response.json() if response.content else None

    async def ask(self, method: str, path: str, **options: Any) -> httpx.Response:
        headers = {**self.headers, **options.pop("headers", {})}
        return await self.client.request(method, self.path + path, headers=headers, **options)

    async def deploy(self, rules: str = "Be kind.", environment: str = "sandbox", **files: str) -> Deployment:
        more = {name.replace("__", "/"): text for name, text in files.items()}
        return await self.make.deploy(
            self.project_info, {**AGENT, "agent_settings/rules.txt": rules, **more}, environment
        )


async def run_jobs(resources: Resources, kinds: Iterable[str] = (RUN_TESTS,)) -> int:
    """Does the jobs of these kinds that are due, as the worker would."""
    async with resources.db.transaction() as tx:
        jobs = await queue.lease_due(tx, kinds, 100, 60)
    for job in jobs:
        await JOBS[job.kind].run(resources, job)
    return len(jobs)
