"""Registers us at providers that call whoever is registered (RFC 3261, 10), and stays registered.

The stack refreshes what was accepted. What fails is tried again here, after pauses that grow.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress

from baresip._native import lib  # type: ignore[import-not-found]
from baresip.errors import BaresipError, split_status
from baresip.events import Event, StackEvent
from baresip.runtime import Runtime
from baresip.ua import UserAgent

from parley.kit.log import logger
from parley.kit.tasks import Tasks
from parley.telephony.sip.baresip.user_agent_pool import account_options
from parley.telephony.sip.protocol import Registration, RegistrationState

log = logger(__name__)

EXPIRES_SECONDS = 300
FIRST_PAUSE, LONGEST_PAUSE = 5.0, 300.0
UNREGISTER_SECONDS = 2.0
IN_QUOTES = str.maketrans("", "", '"\\')
"""What the stack cannot have inside a password."""


class Registrar:
    def __init__(self, runtime: Runtime, codecs: Iterable[str], addresses_of: Callable[[str], tuple[str, ...]]) -> None:
        """`addresses_of` says where the registrations of an identity (`user@domain`) were sent."""
        self._runtime = runtime
        self._options = account_options(codecs, reliable=True, expires=EXPIRES_SECONDS)
        self._addresses_of = addresses_of
        self._agents: dict[Registration, UserAgent] = {}
        """Also of those that are not wanted now: an agent cannot be removed from a stack that runs."""
        self._wanted: dict[str, Registration] = {}
        self._states: dict[str, RegistrationState] = {}
        self._failures: dict[str, int] = {}
        self._tasks = Tasks()

    def states(self) -> Mapping[str, RegistrationState]:
        """By id."""
        return dict(self._states)

    def has_agent(self, handle: int) -> bool:
        return any(agent.handle == handle for agent in self._agents.values())

    async def register(self, registrations: Iterable[Registration]) -> None:
        """These and no others from now on."""
        wanted = {one.id: one for one in registrations}
        for id, known in list(self._wanted.items()):
            if wanted.get(id) != known:
                del self._wanted[id]
                self._states.pop(id, None)
                self._tasks.start(self._unregister(self._agents[known]), "sip unregistration")
        for id, one in wanted.items():
            if id not in self._wanted:
                await self._begin(one)

    async def aclose(self) -> None:
        """Whoever is gone is not to be called any more."""
        await self._tasks.aclose()
        agents = [self._agents[one] for one in self._wanted.values()]
        self._wanted.clear()
        with suppress(TimeoutError):
            await asyncio.wait_for(asyncio.gather(*map(self._unregister, agents)), UNREGISTER_SECONDS)

    def receive(self, event: StackEvent) -> None:
        if event.event not in (Event.REGISTER_OK, Event.REGISTER_FAIL):
            return
        for id, one in self._wanted.items():
            agent = self._agents.get(one)
            if agent is None or agent.handle != event.ua:
                continue
            if event.event is Event.REGISTER_OK:
                self._failures[id] = 0
                self._states[id] = RegistrationState("registered", "", self._addresses_of(f"{one.user}@{one.domain}"))
            else:
                self._fail(id, one, agent, event.text or "")

    async def _begin(self, one: Registration) -> None:
        if one not in self._agents:
            if one.password != one.password.translate(IN_QUOTES):
                self._states[one.id] = RegistrationState(
                    "failed", "a password with quotes or backslashes cannot be used"
                )
                return
            try:
                self._agents[one] = await UserAgent.create(self._runtime, self._account(one))
            except BaresipError:
                self._states[one.id] = RegistrationState("failed", "the stack does not take this account")
                return
        self._wanted[one.id] = one
        self._failures[one.id] = 0
        self._states[one.id] = RegistrationState("registering")
        await self._send(lib.BP_CMD_UA_REGISTER, self._agents[one])

    def _account(self, one: Registration) -> str:
        host = f"[{one.host}]" if ":" in one.host else one.host
        domain = f"[{one.domain}]" if ":" in one.domain else one.domain
        return (
            f"<sip:{one.user}@{domain};transport={one.transport}>;{self._options};mediaenc=srtp;"
            f'auth_pass="{one.password}";outbound="sip:{host}:{one.port};transport={one.transport}"'
        )

    def _fail(self, id: str, one: Registration, agent: UserAgent, text: str) -> None:
        code, reason = split_status(text)
        self._failures[id] = failures = self._failures.get(id, 0) + 1
        self._states[id] = RegistrationState("failed", f"{code} {reason}" if code else reason)
        pause = min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** min(failures - 1, 10))
        log.warning("sip_registration_failed", connector=id, code=code, again_in=pause)
        self._tasks.start(self._register_later(id, one, agent, pause), "sip registration")

    async def _register_later(self, id: str, one: Registration, agent: UserAgent, pause: float) -> None:
        await asyncio.sleep(pause)
        if self._wanted.get(id) == one:
            await self._send(lib.BP_CMD_UA_REGISTER, agent)

    async def _unregister(self, agent: UserAgent) -> None:
        await self._send(lib.BP_CMD_UA_UNREGISTER, agent)

    async def _send(self, command: int, agent: UserAgent) -> None:
        with suppress(BaresipError):  # the stack is gone; its process ends
            await self._runtime.cmd(command, args=str(agent.handle))
