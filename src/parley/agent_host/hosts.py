"""Every agent host of a serving process, by deployment: the first call starts it, and it stops when calls stop."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass

from parley.agent_host.limits import HostLimits
from parley.agent_host.pool import HostPool, PoolStatus
from parley.agent_host.protocol import HostServices, Invocation, Json, Outcome
from parley.agent_host.zygote_client import ZygoteClient
from parley.domain.projects.model import Handoff, Project
from parley.kit.clock import Clock
from parley.kit.tasks import Tasks, every

_ROUND_SECONDS = 15.0


class Hosts:
    def __init__(self, limits: HostLimits, clock: Clock) -> None:
        self._limits = limits
        self._clock = clock
        self._zygote_client = ZygoteClient()
        self._pools: OrderedDict[str, HostPool] = OrderedDict()
        """The one used longest ago comes first."""
        self._tasks = Tasks()

    async def start(self) -> None:
        self._tasks.start(every(_ROUND_SECONDS, self.stop_idle, expected=OSError), "agent host housekeeping")

    async def warm_up(self) -> None:
        """Loads what all hosts are forked from. Where few call, every call is a first one."""
        await self._zygote_client.warm_up()

    def host_for(self, key: str, project: Project) -> DeploymentHost:
        """The host of one deployment; nothing starts before the first call. A test run takes a key of its own, which
        gives it fresh modules, and closes it at the end."""
        return DeploymentHost(self, key, project)

    async def close(self, key: str) -> None:
        # Taken out first: a call that comes while this one closes makes a new pool.
        if (pool := self._pools.pop(key, None)) is not None:
            await pool.aclose()

    async def stop_idle(self) -> None:
        """Children that idle are stopped, and so are the pools of deployments that nobody uses."""
        forgotten = self._clock.monotonic() - self._limits.idle_pool_seconds
        # Of a copy: closing takes a while, and calls make pools meanwhile.
        for key, pool in list(self._pools.items()):
            if pool.idle and pool.last_used < forgotten:
                await self.close(key)
            else:
                pool.stop_idle_children()
        await self._close_pools_beyond_limit()

    async def aclose(self) -> None:
        await self._tasks.aclose()
        for key in list(self._pools):
            await self.close(key)
        await self._zygote_client.aclose()

    @property
    def trouble(self) -> str:
        """Why agents cannot run on this machine; empty when they can, or when none was asked for yet."""
        return self._zygote_client.trouble

    def status(self) -> Mapping[str, PoolStatus]:
        return {key: pool.status() for key, pool in self._pools.items()}

    def pool(self, key: str, project: Project) -> HostPool:
        pool = self._pools.get(key)
        if pool is None:
            payload = project_payload(project)
            pool = HostPool(key, payload, project.files, self._zygote_client, self._limits, self._clock)
            self._pools[key] = pool
            if len(self._pools) > self._limits.pools:
                # Beside the call that made this pool, which does not wait until another one has ended.
                self._tasks.start(self._close_pools_beyond_limit(), "agent host room")
        self._pools.move_to_end(key)
        return pool

    async def _close_pools_beyond_limit(self) -> None:
        # Busy pools stay, however many there are: nobody's call is lost to make room.
        idle = [key for key, pool in self._pools.items() if pool.idle]
        for key in idle[: max(len(self._pools) - self._limits.pools, 0)]:
            await self.close(key)


@dataclass(frozen=True, slots=True)
class DeploymentHost:
    """A FunctionHost that can be kept for ever: it finds its pool again after a rest."""

    hosts: Hosts
    key: str
    project: Project

    async def call(self, invocation: Invocation, services: HostServices) -> Outcome:
        return await self.hosts.pool(self.key, self.project).call(invocation, services)


def project_payload(project: Project) -> Mapping[str, Json]:
    """What the surface needs to know of a project: no secrets, and nothing that only the turn reads."""
    return {
        "default_language": project.default_language,
        "languages": [project.default_language, *project.additional_languages],
        "variants": {
            variant.name: {"id": variant.id, "is_default": variant.is_default, "attributes": dict(variant.attributes)}
            for variant in project.variants.values()
        },
        "handoffs": {handoff.name: _handoff(handoff) for handoff in project.handoffs.values()},
        "sms_templates": {
            template.name: {"text": template.text, "phone_numbers": dict(template.phone_numbers)}
            for template in project.sms_templates.values()
        },
        "translations": {name: dict(texts) for name, texts in project.translations.items()},
        "apis": {
            integration.name: {
                operation.name: {"method": operation.method, "resource": operation.resource}
                for operation in integration.operations.values()
            }
            for integration in project.api_integrations.values()
        },
        "flows": {flow.name: flow.slug for flow in project.flows.values()},
    }


def _handoff(handoff: Handoff) -> dict[str, Json]:
    return {
        "is_default": handoff.is_default,
        "method": handoff.method,
        "phone_number": handoff.phone_number,
        "outbound_endpoint": handoff.outbound_endpoint,
        "outbound_encryption": handoff.outbound_encryption,
        "sip_headers": dict(handoff.sip_headers),
    }
