"""Every call of this process: those that come in and those that are placed, each from its slot to its end."""

from __future__ import annotations

import asyncio
from collections import Counter as Counted
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from datetime import datetime

from prometheus_client import Counter, Gauge

from parley.domain.calls import actions as calls
from parley.domain.calls.model import Call, Direction, Encryption
from parley.domain.calls.outbound_request import invite_headers
from parley.domain.conversations.model import Ending
from parley.domain.numbers import store as numbers
from parley.domain.numbers.trunks import decrypt_passwords
from parley.domain.projects import store as projects
from parley.domain.reservations import actions as reservations
from parley.kit.errors import ParleyError
from parley.kit.log import logger, where
from parley.providers.speech.protocol import Speaker
from parley.resources import Resources
from parley.runtime.agent.agents import Agent
from parley.storage.db import Connection
from parley.telephony.conversation import Conversation
from parley.telephony.line import Line
from parley.telephony.pronouncing import Pronouncing
from parley.telephony.routing import Refused, Router
from parley.telephony.sip import protocol as sip
from parley.telephony.sip.digest import Digest
from parley.telephony.sip.succession import Succession
from parley.telephony.speaking import Mouth
from parley.telephony.writing import certainly

log = logger(__name__)

_calls = Counter("parley_calls", "Calls by direction and outcome.", ["direction", "outcome"])
_running = Gauge("parley_calls_running", "Calls that run in this process.")

GONE_WRONG = "The call was cut off by an error."
NOBODY_THERE = "No agent is ready in the environment of the call."
NO_TRUNK = "The connector of the call is gone or has no trunk."


@dataclass(frozen=True, slots=True, eq=False)
class Talk:
    line: Line
    call: Succession


class Exchange:
    def __init__(self, resources: Resources, stack: sip.Stack, speaker: Speaker) -> None:
        self._resources = resources
        self._stack = stack
        self._speaker = speaker
        self._router = Router(resources, Digest("parley"))
        self._live: set[sip.Call] = set()
        """Those that ring at the other side, or are talked on."""
        self._talks: set[Talk] = set()
        self._idle = asyncio.Event()
        self._idle.set()
        self._under_way: Counted[Direction] = Counted()
        self.draining = False

    @property
    def under_way(self) -> int:
        return self._under_way.total()

    @property
    def came_in(self) -> int:
        """Those under way that others have placed."""
        return self._under_way[Direction.INBOUND]

    async def invited(self, invitation: sip.Invitation) -> None:
        """A call comes in, or the next leg of one that runs."""
        if invitation.replaces:
            await self._go_on(invitation)
            return
        try:
            if self.draining:
                raise Refused(503, "Service Unavailable", {"Retry-After": "5"})
            line = await self._router.line_for(invitation)
        except Refused as refused:
            _calls.labels("inbound", str(refused.code)).inc()
            await invitation.refuse(refused.code, refused.reason, refused.headers)
            return
        except ParleyError:
            await invitation.refuse(503, "Service Unavailable", {"Retry-After": "5"})
            return
        async with self._counted(line.call):
            agent = await self._agent(line)
            if agent is None:
                await invitation.refuse(480, "Temporarily Unavailable")
                return
            try:
                call = await invitation.answer()
            except sip.CallGone:
                await self._fail(line.call, "The caller gave up.", None)
                return
            await self._connected(line, call, agent)

    async def _go_on(self, invitation: sip.Invitation) -> None:
        """The trunk has handed the caller over to somebody else, who takes the old leg's place: the talk goes on."""
        talk = next((talk for talk in self._talks if talk.call.call_id == invitation.replaces), None)
        try:
            if talk is None:
                raise Refused(481, "Call/Transaction Does Not Exist")
            if not talk.call.may_be_replaced:
                raise Refused(491, "Request Pending")
            await self._router.check_trunk(invitation, talk.line.connector)
            await talk.call.go_on_with(invitation.answer)
        except Refused as refused:
            await invitation.refuse(refused.code, refused.reason, refused.headers)
        except ParleyError:
            await invitation.refuse(503, "Service Unavailable", {"Retry-After": "5"})
        except sip.CallGone:
            log.info("replacement_gone")
        else:
            _calls.labels("inbound", "replacement").inc()

    async def place(self, wanted: Call) -> None:
        """A call is to be placed; it has a slot already."""
        async with self._counted(wanted):
            line = await self._line(wanted)
            if line is None:
                await self._fail(wanted, NO_TRUNK, None)
                return
            agent = await self._agent(line)
            if agent is None:
                return
            dialled = line.dialled(wanted.to_number, Encryption(wanted.encryption), invite_headers(wanted.metadata))
            try:
                call = await self._ringing(dialled, line.connector.trunk.ring_seconds)
            except sip.CallNotConnected as failed:
                code = f" ({failed.code})" if failed.code else ""
                await self._fail(wanted, f"{failed.reason}{code}", failed.code)
                return
            await self._connected(line, call, agent)

    async def drain(self, seconds: float) -> None:
        """No new calls; those that run may finish, for so long. What is left then is hung up."""
        self.draining = True
        with suppress(TimeoutError):
            await asyncio.wait_for(self._idle.wait(), seconds)
        for call in list(self._live):
            await call.hang_up()
        with suppress(TimeoutError):
            await asyncio.wait_for(self._idle.wait(), 5)

    async def _ringing(self, dialled: sip.Dialled, seconds: float) -> sip.Call:
        call = await self._stack.dial(dialled)
        self._live.add(call)
        try:
            await call.connected(seconds)
        finally:
            self._live.discard(call)
        return call

    async def _agent(self, line: Line) -> Agent | None:
        """Who will talk, ready before anybody listens; None, and the call has failed, when there is nobody."""
        dependencies = self._resources.dependencies
        try:
            deployment = await dependencies.deployments.find(line.project.id, line.call.environment)
            if deployment is not None:
                return await dependencies.agents.of(deployment)
        except ParleyError as error:
            log.warning("agent_not_ready", project=line.project.id, error=type(error).__name__)
        await self._fail(line.call, NOBODY_THERE, None)
        return None

    async def _connected(self, line: Line, call: sip.Call, agent: Agent) -> None:
        """People talk. Whatever happens, the call, its conversation and its slot come to an end here."""
        call = Succession(call)
        talk = Talk(line, call)
        self._live.add(call)
        self._talks.add(talk)
        try:
            async with self._resources.db.transaction() as tx:
                await calls.mark_connected(tx, line.call.id, self._resources.clock.now())
            await self._talk(line, call, agent)
        except Exception as error:  # noqa: BLE001 one call's failure, of whatever kind, is that call's alone
            log.warning("call_failed", call=str(line.call.id), error=type(error).__name__, at=where(error))
            await call.hang_up()
            await self._abandon(line.call)
        else:
            await self._succeed(line.call)
        finally:
            self._live.discard(call)
            self._talks.discard(talk)

    async def _talk(self, line: Line, call: sip.Call, agent: Agent) -> None:
        dependencies = self._resources.dependencies
        mouth = Mouth(call, Pronouncing(self._speaker, agent.compiled.pronounced), agent.project.default_language)
        sessions = self._resources.sessions
        line = line.with_variant_of(agent.compiled)
        try:
            await Conversation(line, call, mouth, agent.compiled, sessions, self._stack).run(dependencies)
        finally:
            await mouth.aclose()

    async def _line(self, wanted: Call) -> Line | None:
        db = self._resources.db
        connector = await numbers.find_connector(db, wanted.project_id, wanted.connector_id or "")
        place = await projects.find_project_by_id(db, wanted.project_id)
        if connector is None or place is None or not connector.places_calls:
            return None
        passwords = decrypt_passwords(self._resources.dependencies.secret_store.encryptor, connector)
        return Line(wanted, place, connector, passwords.password, sip_headers=wanted.metadata)

    async def _succeed(self, call: Call) -> None:
        _calls.labels(call.direction, "success").inc()
        await self._settle(call, lambda tx, now: calls.complete_call(tx, call.id, now))

    async def _fail(self, call: Call, reason: str, code: int | None) -> None:
        _calls.labels(call.direction, str(code or "failure")).inc()
        await self._settle(call, lambda tx, now: calls.fail_call(tx, call.id, reason, code, now))

    async def _settle(self, call: Call, end: Callable[[Connection, datetime], Awaitable[bool]]) -> None:
        """The end of a call frees its slot."""

        async def write() -> None:
            async with self._resources.db.transaction() as tx:
                await end(tx, self._resources.clock.now())
                await reservations.release(tx, call.id)

        await certainly(write)

    async def _abandon(self, call: Call) -> None:
        """Nothing is left open when a call breaks off."""
        await certainly(lambda: self._resources.sessions.end(call.id, Ending("error")))
        await self._fail(call, GONE_WRONG, None)

    @asynccontextmanager
    async def _counted(self, call: Call) -> AsyncIterator[None]:
        """Whatever goes wrong meanwhile, the call does not keep its slot."""
        self._under_way[call.direction] += 1
        self._idle.clear()
        _running.set(self.under_way)
        try:
            yield
        except Exception:
            await self._abandon(call)
            raise
        finally:
            self._under_way[call.direction] -= 1
            _running.set(self.under_way)
            if not self.under_way:
                self._idle.set()
