"""The trials of an evaluation in writing: some at a time, each with modules of its own."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace

import httpx

from parley.agent_host.hosts import Hosts
from parley.cli.evaluate.matrix import BUILT_IN
from parley.cli.operator import settings_for
from parley.domain.projects.model import Project
from parley.kit.clock import SystemClock
from parley.providers.embeddings.cache import CachedEmbedder
from parley.providers.embeddings.protocol import Embedder
from parley.providers.llm.protocol import Model
from parley.providers.local_model.catalogue import MODELS
from parley.resources import embedder, host_limits, installed_models, local_model, model_settings
from parley.runtime.agent.models import chain
from parley.runtime.test_runs.evaluation.trial import Roles, Trial, Wanted, run_trial
from parley.runtime.test_runs.isolation import fresh_agent
from parley.runtime.test_runs.run import CaseSetup
from parley.runtime.turn.ports import Limits
from parley.runtime.turn.reply.safety import RuleClassifier
from parley.settings import Settings


@dataclass(frozen=True, slots=True)
class ModelNames:
    """Of the simulated user and the judge, as the installation's endpoint knows them; empty: its own, None: none."""

    user: str | None
    judge: str | None


@dataclass(frozen=True, slots=True)
class _TrialRunner:
    projects: Mapping[str, Project]
    """By the name of their rules."""
    models: Mapping[str, Model]
    hosts: Hosts
    remembered: Embedder | None
    roles: Roles
    limits: Limits
    slots: asyncio.Semaphore
    ended: Callable[[Trial], None]

    async def hold(self, wanted: Wanted) -> Trial:
        configuration = wanted.configuration
        project, model = self.projects[configuration.rules], self.models[configuration.model]
        async with self.slots, fresh_agent(self.hosts, project, self.remembered) as agent:
            setup = CaseSetup(agent, model, self.roles.judge is not None, RuleClassifier(), SystemClock(), self.limits)
            trial = await run_trial(setup, wanted, self.roles)
        self.ended(trial)
        return trial


@dataclass(frozen=True, slots=True)
class Models:
    """Those of the agent by their names, and those of the simulated user and the judge."""

    models: Mapping[str, Model]
    roles: Roles
    vectors: Embedder | None


@asynccontextmanager
async def opened_models(settings: Settings, wanted: Sequence[Wanted], names: ModelNames) -> AsyncIterator[Models]:
    async with httpx.AsyncClient() as client:
        vectors, configured = embedder(settings, client), model_settings(settings)
        built_in, installed = local_model(vectors), installed_models(settings)

        def named(name: str) -> Model:
            own = replace(configured, model=name or configured.model, fallbacks=())
            # An endpoint may have a model of the same name, and is asked for all names if there is one.
            is_installed_here = name in MODELS and not configured.base_url
            return chain(replace(own, provider=name) if is_installed_here else own, client, installed)

        compared = dict.fromkeys(each.configuration.model for each in wanted)
        models = {name: built_in if name == BUILT_IN else named(name) for name in compared}
        roles = Roles(*(None if name is None else named(name) for name in (names.user, names.judge)))
        try:
            yield Models(models, roles, vectors)
        finally:
            await built_in.aclose()
            await installed.aclose()


async def hold_all(
    projects: Mapping[str, Project],
    wanted: Sequence[Wanted],
    names: ModelNames,
    jobs: int,
    ended: Callable[[Trial], None],
) -> list[Trial]:
    """In the order of what is wanted. `ended` hears of each as it ends."""
    settings = settings_for(None)
    async with opened_models(settings, wanted, names) as opened:
        hosts = Hosts(host_limits(settings), SystemClock())
        runner = _TrialRunner(
            projects,
            opened.models,
            hosts,
            CachedEmbedder(opened.vectors) if opened.vectors else None,
            opened.roles,
            Limits(function_timeout=settings.function_seconds),
            asyncio.Semaphore(jobs),
            ended,
        )
        try:
            return list(await asyncio.gather(*(runner.hold(each) for each in wanted)))
        finally:
            await hosts.aclose()
