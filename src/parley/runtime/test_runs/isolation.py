"""Isolation of test cases: whatever one does to an agent, the next one knows nothing of it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from parley.agent_host.hosts import Hosts
from parley.domain.projects.model import Project
from parley.kit.ids import random_hex
from parley.providers.embeddings.protocol import Embedder
from parley.runtime.agent.agents import Agent, prepare


@asynccontextmanager
async def fresh_agent(hosts: Hosts, project: Project, embedder: Embedder | None) -> AsyncIterator[Agent]:
    """The agent on a host of its own. Module globals are an agent's mock back end: each case gets a fresh set."""
    key = f"test-{random_hex(8)}"
    try:
        yield await prepare(key, project, hosts.host_for(key, project), embedder)
    finally:
        await hosts.close(key)
