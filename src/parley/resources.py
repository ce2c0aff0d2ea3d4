"""What a serving process holds: opened in order, closed in reverse."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, AsyncExitStack, aclosing, asynccontextmanager
from dataclasses import asdict, dataclass
from datetime import timedelta
from typing import Any

import httpx

from parley.agent_host.hosts import Hosts
from parley.agent_host.limits import HostLimits
from parley.agent_host.sandbox.policy import Policy
from parley.domain.accounts.keyring import Keyring
from parley.domain.console.sessions import Sessions as ConsoleSessions
from parley.domain.deployments.active import ActiveDeployments
from parley.domain.messaging.access_tokens import AccessTokens
from parley.domain.messaging.call_tickets import CallTickets
from parley.domain.projects.real_time_cache import RealTimeCache
from parley.domain.projects.secret_store import SecretStore, encryption_key
from parley.domain.projects.tenant_cache import TenantCache
from parley.domain.records.search.semantic.search import SemanticSearch
from parley.kit.clock import Clock, SystemClock
from parley.kit.http_limits import HttpLimits
from parley.kit.log import logger
from parley.kit.outbound.addresses import Rules
from parley.kit.outbound.egress import Egress
from parley.kit.tasks import Tasks, every
from parley.kit.tls import authorities
from parley.kit.tracing.sending import TraceSettings, sending_traces
from parley.local_responder.model import LocalResponder
from parley.providers.embeddings.cache import CachedEmbedder
from parley.providers.embeddings.minilm import MiniLM
from parley.providers.embeddings.openai import EmbeddingEndpoint, OpenAIEmbedder
from parley.providers.embeddings.protocol import Embedder
from parley.providers.local_model.model import InstalledModels
from parley.providers.senders.protocol import Recorder, Senders
from parley.providers.senders.smtp import SmtpSender
from parley.providers.senders.twilio import TwilioSender
from parley.runtime.agent.agents import Agents
from parley.runtime.agent.models import Models, ModelSettings
from parley.runtime.messaging.service import Messaging
from parley.runtime.process_reports import ProcessReports
from parley.runtime.session.dependencies import Dependencies
from parley.runtime.session.event_signals import EventSignals
from parley.runtime.session.leases import RENEW_SECONDS, Leases
from parley.runtime.session.sessions import Sessions
from parley.runtime.texts.gateway import TextGateway
from parley.runtime.texts.service import Texts
from parley.runtime.turn.ports import Limits
from parley.runtime.turn.reply.safety import RuleClassifier
from parley.settings import Settings
from parley.storage.db import Database, DatabaseUnavailable
from parley.storage.replicas import Replicas, open_replicas
from parley.storage.signals import Signals
from parley.storage.write_probe import WriteProbe

log = logger(__name__)
# In batches: a write with every request would cost more than the check of its key.
WRITE_LAST_USED_SECONDS = 5.0
WARM_UP_AFTER_SECONDS = 2.0
FORGET_IDLE_SECONDS = 10.0
SWITCH_SECONDS = 0.001
"""How long a thread that reads a project or redacts a page may keep the loop from going on; Python's own is 5 ms."""


@dataclass(slots=True)
class Resources:
    settings: Settings
    clock: Clock
    db: Database
    replicas: Replicas
    signals: Signals
    keyring: Keyring
    console: ConsoleSessions
    tenants: TenantCache
    hosts: Hosts
    dependencies: Dependencies
    sessions: Sessions
    messaging: Messaging
    texts: Texts
    access_tokens: AccessTokens
    call_tickets: CallTickets
    semantic: SemanticSearch
    tasks: Tasks
    write_probe: WriteProbe
    draining: bool = False
    """True once the process was asked to stop: it finishes what it has and wants nothing new."""

    @property
    def drain_seconds(self) -> float:
        return self.settings.drain_seconds

    @property
    def http_limits(self) -> HttpLimits:
        return self.settings.http_limits

    def health(self) -> dict[str, Any]:
        """What runs here: agent hosts by deployment, with what holds their code back."""
        hosts = {key: asdict(status) for key, status in self.hosts.status().items()}
        model = self.settings.llm_model if self.settings.llm_base_url else self.settings.llm_provider or "local"
        found = {
            "agent_hosts": hosts,
            "agents_as_root": self.settings.agent_as_root,
            "model": model,
            "writable": self.write_probe.is_writable,
        }
        return {**found, "agents_cannot_run": self.hosts.trouble} if self.hosts.trouble else found

    async def is_ready(self) -> bool:
        """Known at once: what it takes is looked after in the background."""
        return not self.draining and self.signals.is_trusted and self.write_probe.is_writable


@asynccontextmanager
async def open_resources(settings: Settings, role: str, clock: Clock | None = None) -> AsyncIterator[Resources]:
    assert settings.database_url is not None, "whoever starts a process tells it its database"
    clock = clock or SystemClock()
    async with AsyncExitStack() as stack:
        await stack.enter_async_context(sending_traces(trace_settings(settings), role))
        db = await _database(settings, settings.database_url, role)
        stack.push_async_callback(db.aclose)
        replicas = await stack.enter_async_context(_replicas(settings, db, role))
        signals = Signals.beside(db, settings.database_direct_url)
        keyring = Keyring(db, signals, clock)
        console = ConsoleSessions(db, signals, keyring, clock)
        client = await stack.enter_async_context(httpx.AsyncClient(follow_redirects=False, verify=authorities()))
        prepare_process(settings)
        egress = await stack.enter_async_context(aclosing(Egress(Rules(settings.api_networks), authorities())))
        hosts = Hosts(host_limits(settings), clock)
        stack.push_async_callback(hosts.aclose)
        await hosts.start()
        vectors = embedder(settings, client)
        installed = await stack.enter_async_context(aclosing(installed_models(settings)))
        dependencies = _dependencies(settings, db, signals, hosts, client, egress, clock, vectors, installed)
        stack.push_async_callback(dependencies.built_in.aclose)
        tasks = Tasks()
        # In reverse: the tasks end, then what they have not written yet is written, while the database is still open.
        stack.push_async_callback(keyring.write_last_used)
        stack.push_async_callback(console.write_last_seen)
        stack.push_async_callback(tasks.aclose)
        write_probe = WriteProbe(db)
        for each, name in ((signals, "signals"), (write_probe, "write probe"), (replicas, "replicas")):
            tasks.start(each.run(), name)
        # The responder answers in these roles alone, and only where no model is set.
        if role in ("platform", "messaging", "voice") and not model_settings(settings).is_set:
            tasks.start(_warm_up(dependencies.built_in), "warm up")
        _start_periods(tasks, keyring, console, dependencies.leases, ProcessReports(db, hosts, clock, role, signals))
        tenants = TenantCache(db, signals)
        sessions = Sessions(dependencies, timedelta(seconds=settings.chat_idle_seconds))
        messaging = Messaging.over(db, signals, clock, tenants, sessions)
        stack.push_async_callback(messaging.aclose)
        gateway = TextGateway(egress, dependencies.secret_store.encryptor, settings.twilio_url, settings.texts_url)
        texts = Texts.over(db, clock, gateway)
        dependencies.outlets.extend((messaging.outlet, texts.outlet))
        yield Resources(
            settings=settings,
            clock=clock,
            db=db,
            replicas=replicas,
            signals=signals,
            keyring=keyring,
            console=console,
            tenants=tenants,
            hosts=hosts,
            dependencies=dependencies,
            sessions=sessions,
            messaging=messaging,
            texts=texts,
            access_tokens=AccessTokens(encryption_key(settings.secret_key, settings.data), clock),
            call_tickets=CallTickets(encryption_key(settings.secret_key, settings.data), clock),
            semantic=SemanticSearch(db, CachedEmbedder(vectors) if vectors else None, settings.semantic_cache_mb << 20),
            tasks=tasks,
            write_probe=write_probe,
        )


async def _database(settings: Settings, url: str, role: str) -> Database:
    return await Database.open(
        url,
        connections=settings.database_connections,
        application=f"parley-{role}",
        behind_pooler=settings.database_direct_url is not None,
    )


def _replicas(settings: Settings, primary: Database, role: str) -> AbstractAsyncContextManager[Replicas]:
    return open_replicas(
        primary,
        settings.database_replica_urls,
        most_lag=settings.database_replica_lag_seconds,
        connections=settings.database_connections,
        application=f"parley-{role}",
    )


def _start_periods(
    tasks: Tasks, keyring: Keyring, console: ConsoleSessions, leases: Leases, reports: ProcessReports
) -> None:
    tasks.start(every(WRITE_LAST_USED_SECONDS, keyring.write_last_used, DatabaseUnavailable), "last-used")
    tasks.start(every(WRITE_LAST_USED_SECONDS, console.write_last_seen, DatabaseUnavailable), "last-seen")
    tasks.start(every(FORGET_IDLE_SECONDS, leases.forget_idle, DatabaseUnavailable), "idle leases")
    tasks.start(every(RENEW_SECONDS, leases.renew, DatabaseUnavailable), "long turns")
    tasks.start(reports.run(), "process reports")


async def _warm_up(model: LocalResponder) -> None:
    """Once everything serves, not before: starting must be quick, and the first answer too."""
    await asyncio.sleep(WARM_UP_AFTER_SECONDS)
    await model.warm_up()


def prepare_process(settings: Settings) -> None:
    sys.setswitchinterval(SWITCH_SECONDS)
    warn_of_root(settings)


def warn_of_root(settings: Settings) -> None:
    if settings.agent_as_root:
        log.warning("agents_may_run_as_root", setting="PARLEY_AGENT_AS_ROOT")


def trace_settings(settings: Settings) -> TraceSettings | None:
    if settings.traces_url is None:
        return None
    return TraceSettings(settings.traces_url, settings.traces_headers, settings.traces_share, settings.traces_text)


def host_limits(settings: Settings) -> HostLimits:
    policy = Policy(
        memory_mb=settings.agent_memory_mb,
        allowed_ports=settings.agent_ports,
        as_root=settings.agent_as_root,
        scratch_mb=settings.agent_scratch_mb,
        scratch_files=settings.agent_scratch_files,
        deployment_memory_mb=settings.deployment_memory_mb,
        deployment_threads=settings.deployment_threads,
        deployment_cpus=settings.deployment_cpus,
    )
    return HostLimits(policy=policy, maximum=settings.agent_hosts)


def embedder(settings: Settings, client: httpx.AsyncClient) -> Embedder | None:
    if settings.embeddings == "none":
        return None
    if settings.embeddings == "local":
        return MiniLM()
    endpoint = EmbeddingEndpoint(
        settings.embeddings, settings.embeddings_model, settings.embeddings_dims, settings.embeddings_api_key
    )
    return OpenAIEmbedder(endpoint, client)


def local_model(vectors: Embedder | None) -> LocalResponder:
    """The built-in responder; it understands more with the embedding model that sits in this process."""
    if not isinstance(vectors, MiniLM):
        return LocalResponder()
    # The model stays in this process, where the responder's children ask for vectors: a copy in each takes 170 MB.
    return LocalResponder(lambda texts: vectors.embed_now(texts).tolist())


def installed_models(settings: Settings) -> InstalledModels:
    return InstalledModels(settings.llm_threads, settings.llm_seconds)


def model_settings(settings: Settings) -> ModelSettings:
    return ModelSettings(
        base_url=settings.llm_base_url,
        provider=settings.llm_provider,
        model=settings.llm_model,
        api_key=settings.llm_api_key,
        fallbacks=settings.llm_fallbacks,
        first_word_seconds=settings.llm_first_word_seconds,
        seconds=settings.llm_seconds,
    )


def _dependencies(
    settings: Settings,
    db: Database,
    signals: Signals,
    hosts: Hosts,
    client: httpx.AsyncClient,
    egress: Egress,
    clock: Clock,
    vectors: Embedder | None,
    installed: InstalledModels,
) -> Dependencies:
    secret_store = SecretStore(encryption_key(settings.secret_key, settings.data))
    built_in = local_model(vectors)
    models = Models(model_settings(settings), built_in, installed, client, db, secret_store, clock)
    return Dependencies(
        db=db,
        leases=Leases(db, signals),
        event_signals=EventSignals(db, signals),
        deployments=ActiveDeployments(db, signals),
        edited=RealTimeCache(db, signals),
        agents=Agents(db, hosts, CachedEmbedder(vectors) if vectors else None),
        model_for=models.of,
        built_in=built_in,
        secret_store=secret_store,
        safety=RuleClassifier(),
        egress=egress,
        clock=clock,
        senders=_senders(settings, client),
        limits=Limits(function_timeout=settings.function_seconds),
        summarizes=settings.summaries,
        keeps_prompts=settings.keep_prompts,
    )


def _senders(settings: Settings, client: httpx.AsyncClient) -> Senders:
    text = (
        TwilioSender(settings.sms_url, settings.sms_account, settings.sms_token, client)
        if settings.sms_url
        else Recorder()
    )
    mail = (
        SmtpSender(
            settings.smtp_host, settings.smtp_port, settings.smtp_user, settings.smtp_password, settings.mail_from
        )
        if settings.smtp_host
        else Recorder()
    )
    return Senders(text, mail)
