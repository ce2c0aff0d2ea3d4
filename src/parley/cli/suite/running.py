"""The cases of a suite in writing: some at a time, and each as often as wanted."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import httpx

from parley.agent_host.hosts import Hosts
from parley.cli.operator import settings_for
from parley.domain.projects.model import Project, TestCase
from parley.kit.clock import SystemClock
from parley.providers.embeddings.cache import CachedEmbedder
from parley.providers.embeddings.protocol import Embedder
from parley.providers.llm.protocol import Model
from parley.resources import embedder, host_limits, installed_models, local_model, model_settings
from parley.runtime.agent.models import chain
from parley.runtime.test_runs.isolation import fresh_agent
from parley.runtime.test_runs.run import CaseSetup, run_case
from parley.runtime.test_runs.verdict import Verdict
from parley.runtime.turn.ports import Limits
from parley.runtime.turn.reply.safety import RuleClassifier

Ended = Callable[[Verdict], None]


@dataclass(slots=True)
class _SuiteRunner:
    project: Project
    hosts: Hosts
    embedder: Embedder | None
    model: Model
    can_simulate: bool
    limits: Limits
    slots: asyncio.Semaphore
    ended: Ended
    stops_early: bool
    is_over: bool = False
    """One failed, and that was to be the end."""

    async def run(self, case: TestCase) -> Verdict | None:
        async with self.slots:
            if self.is_over:
                return None
            async with fresh_agent(self.hosts, self.project, self.embedder) as agent:
                setup = CaseSetup(agent, self.model, self.can_simulate, RuleClassifier(), SystemClock(), self.limits)
                verdict = await run_case(setup, case)
            if self.is_over:
                return None
            self.is_over = self.stops_early and verdict.is_bad
            self.ended(verdict)
        return verdict


async def run_written(
    project: Project, cases: Sequence[TestCase], jobs: int, stops_early: bool, ended: Ended
) -> list[Verdict]:
    """In the order of the cases. `ended` hears of each as it ends."""
    settings, clock = settings_for(None), SystemClock()
    async with httpx.AsyncClient() as client:
        vectors = embedder(settings, client)
        wanted, built_in, installed = model_settings(settings), local_model(vectors), installed_models(settings)
        hosts = Hosts(host_limits(settings), clock)
        runner = _SuiteRunner(
            project,
            hosts,
            CachedEmbedder(vectors) if vectors else None,
            chain(wanted, client, installed) if wanted.is_set else built_in,
            wanted.is_set,
            Limits(function_timeout=settings.function_seconds),
            asyncio.Semaphore(jobs),
            ended,
            stops_early,
        )
        try:
            verdicts = await asyncio.gather(*(runner.run(case) for case in cases))
        finally:
            await hosts.aclose()
            await built_in.aclose()
            await installed.aclose()
    return [verdict for verdict in verdicts if verdict is not None]
