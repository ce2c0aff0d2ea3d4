"""Holds a dialogue with an agent on this machine, as `parley test` holds a case: real functions, no server."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass

from parley.agent_host.hosts import Hosts
from parley.agent_host.protocol import NewExternalEvent, TranscriptLine
from parley.kit.clock import SystemClock
from parley.local_responder.similarity import embedding_similarity
from parley.providers.embeddings.minilm import MiniLM
from parley.providers.llm.protocol import Model
from parley.providers.local_model.model import InstalledModels
from parley.resources import host_limits
from parley.runtime.agent.agents import Agent, prepare
from parley.runtime.test_runs.mocks import MockApis, NoSecrets
from parley.runtime.turn import run
from parley.runtime.turn.dialog import ConversationContext, new_dialog
from parley.runtime.turn.ports import Limits, Ports
from parley.runtime.turn.reply.safety import RuleClassifier
from parley.settings import Settings
from tests.journeys.dialogues.dialogue import AGENTS, TODAY, Dialogue, Heard, project_of
from tests.local_responder.in_process import InProcessResponder

PATIENCE = 3600.0


@dataclass(frozen=True, slots=True)
class Stage:
    agents: dict[str, Agent]
    model: Model
    limits: Limits

    async def hold(self, dialogue: Dialogue) -> Heard:
        agent = self.agents[dialogue.agent]
        project = agent.project
        context = ConversationContext(
            id=f"dialogue-{dialogue.name}",
            account_id=project.account_id,
            project_id=project.project_id,
            env="sandbox",
            channel_type="webchat.polyai",
            started_at=TODAY,
            simulated_at=TODAY,
        )
        ports = self._ports(agent)
        heard = Heard([await run.open_conversation(new_dialog(agent.compiled, context), agent.compiled, ports)])
        for line in dialogue.lines(heard):
            if heard.has_ended:
                break
            heard.results.append(await run.respond(heard.results[-1].dialog, line, agent.compiled, ports))
        return heard

    def _ports(self, agent: Agent) -> Ports:
        return Ports(
            model=self.model,
            host=agent.host,
            retriever=agent.retriever,
            safety=RuleClassifier(),
            secrets=NoSecrets(),
            apis=MockApis({}),
            read_history=_no_history,
            expect_event=_no_event,
            clock=SystemClock(),
            limits=self.limits,
        )


@asynccontextmanager
async def staged(installed: str | None = None) -> AsyncIterator[Stage]:
    """All agents with the embedding model that a new installation has, and the responder in this process or an
    installed model, with all the time that it takes."""
    settings = Settings()
    vectors, hosts = MiniLM(), Hosts(host_limits(settings), SystemClock())
    models = InstalledModels(settings.llm_threads, PATIENCE)
    model: Model = (
        models.find(installed)
        if installed
        else InProcessResponder(embedding_similarity(lambda texts: vectors.embed_now(texts).tolist()))
    )
    try:
        projects = {name: project_of(name) for name in AGENTS}
        agents = {
            name: await prepare(name, project, hosts.host_for(name, project), vectors)
            for name, project in projects.items()
        }
        yield Stage(agents, model, Limits(turn_seconds=PATIENCE) if installed else Limits())
    finally:
        await models.aclose()
        await hosts.aclose()


async def _no_history() -> Sequence[TranscriptLine]:
    return []


async def _no_event(event: NewExternalEvent) -> None:
    """None can come into a dialogue."""
