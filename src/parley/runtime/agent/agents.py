"""Agents that are ready to talk: a deployment's files, loaded, compiled and indexed once in a process."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from dataclasses import dataclass, replace
from uuid import UUID

from parley.agent_host.hosts import Hosts
from parley.agent_host.protocol import FunctionHost
from parley.domain.deployments import store
from parley.domain.deployments.model import Deployment, DeploymentNotFound
from parley.domain.projection.identities import given_variants
from parley.domain.projects.files import unpack
from parley.domain.projects.loader import load_project
from parley.domain.projects.model import Project
from parley.kit import tasks
from parley.kit.errors import ParleyError
from parley.providers.embeddings.index import Entry, TopicIndex, build_index
from parley.providers.embeddings.protocol import Embedder
from parley.runtime.agent.compiled import CompiledProject
from parley.storage.db import Database

KEEP = 64
"""Compiled agents that a process holds on to; the one unused for longest goes first."""


GivenVariants = tuple[tuple[str, str], ...]
"""Ids by names, where a deployment has other ones than its files have by themselves."""


class ChatDraftDeploymentFailed(ParleyError):
    """The deployed agent cannot be loaded."""


@dataclass(frozen=True, slots=True)
class Agent:
    artifact: str
    compiled: CompiledProject
    retriever: TopicIndex
    host: FunctionHost

    @property
    def project(self) -> Project:
        return self.compiled.project


class Agents:
    def __init__(self, db: Database, hosts: Hosts, embedder: Embedder | None) -> None:
        self._db = db
        self._hosts = hosts
        self.embedder = embedder
        self._loaded: OrderedDict[tuple[str, GivenVariants], asyncio.Future[Agent]] = OrderedDict()
        self._deployed: OrderedDict[tuple[UUID, str], Agent] = OrderedDict()

    async def of(self, deployment: Deployment, environment: str | None = None) -> Agent:
        """Asked for by many at once, an agent is loaded once. The same files in another environment, or of another
        customer, run in processes of their own: what code keeps in its modules must not get from one to the other.
        `environment`: of the conversation, where a deployment is tried in another one than its own."""
        place = deployment.id, environment or deployment.environment
        agent = self._deployed.get(place)
        if agent is None:
            loaded = await self._of(
                deployment.artifact_hash, tuple(sorted(given_variants(deployment.record_ids).items()))
            )
            is_at_home = place[1] == deployment.environment
            key = str(deployment.id) if is_at_home else f"{deployment.id}-{place[1]}"
            agent = replace(loaded, host=self._hosts.host_for(key, loaded.project))
            self._deployed[place] = agent
            while len(self._deployed) > KEEP:
                self._deployed.popitem(last=False)
        self._deployed.move_to_end(place)
        return agent

    async def of_id(self, deployment_id: UUID, environment: str) -> Agent:
        """The agent of a conversation in progress, which keeps the deployment and environment that it started with."""
        place = deployment_id, environment
        agent = self._deployed.get(place)
        if agent is not None:
            self._deployed.move_to_end(place)
            return agent
        deployment = await store.find_deployment(self._db, deployment_id)
        if deployment is None:
            raise DeploymentNotFound
        return await self.of(deployment, environment)

    async def _of(self, artifact: str, variants: GivenVariants) -> Agent:
        place = artifact, variants
        known = self._loaded.get(place)
        # A load that failed is not remembered: the database may only have been away.
        if known is None or (known.done() and known.exception() is not None):
            known = self._loaded[place] = tasks.start(self._load(artifact, variants), "load of an agent")
            while len(self._loaded) > KEEP:
                self._loaded.popitem(last=False)
        self._loaded.move_to_end(place)
        # One caller that is cancelled must not cancel the load that the others wait for.
        return known.result() if known.done() else await asyncio.shield(known)

    async def _load(self, artifact: str, variants: GivenVariants) -> Agent:
        files = await store.find_artifact(self._db, artifact)
        if files is None:
            raise DeploymentNotFound
        # Reading a large project takes seconds, which the loop has not.
        project = await asyncio.to_thread(_loaded_project, files)
        if given := dict(variants):
            known = {name: replace(each, id=given.get(name, each.id)) for name, each in project.variants.items()}
            project = replace(project, variants=known)
        return await prepare(artifact, project, self._hosts.host_for(artifact, project), self.embedder)


async def prepare(artifact: str, project: Project, host: FunctionHost, embedder: Embedder | None) -> Agent:
    entries = [
        Entry(topic.name, topic.example_queries, topic.content) for topic in project.topics.values() if topic.enabled
    ]
    compiled = await asyncio.to_thread(CompiledProject, project)
    return Agent(artifact, compiled, await build_index(entries, embedder), host)


def _loaded_project(files: bytes) -> Project:
    project, _problems = load_project(unpack(files))
    if project is None:
        raise ChatDraftDeploymentFailed
    return project
