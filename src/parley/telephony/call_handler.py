"""Every call of this process: those that come in and those that are placed, each from its slot to its end."""

from __future__ import annotations

import asyncio
from collections import Counter as Counts
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, replace
from datetime import datetime

from prometheus_client import Counter, Gauge

from parley.domain.calls import actions as calls
from parley.domain.calls.model import CANCELLED, Call, Direction
from parley.domain.conversations.model import Ending
from parley.domain.numbers.model import SIP
from parley.domain.recordings.model import RecordingSettings, recording_settings
from parley.domain.reservations import actions as reservations
from parley.kit.errors import ParleyError
from parley.kit.log import logger, where
from parley.kit.tasks import Tasks
from parley.providers.speech.protocol import Synthesizer
from parley.resources import Resources
from parley.runtime.agent.agents import Agent
from parley.runtime.session.opening import choose_deployment
from parley.storage.db import Connection
from parley.telephony.cancellations import Cancellations, hanging_up_on
from parley.telephony.carrier import Carrier, IncomingPhoneCall, PhoneCall
from parley.telephony.phrase_audio import PhraseAudio
from parley.telephony.routing import CallRefused, CallRoute, Router
from parley.telephony.sip.messages.digest import Digest
from parley.telephony.sip.protocol import CallNotConnected, IncomingCall, SipStack
from parley.telephony.sip.replaceable_call import ReplaceableCall
from parley.telephony.sip_carrier import SipCarrier
from parley.voice.answering.listener import AnswerListener
from parley.voice.audio_ticker import AudioTicker
from parley.voice.call_control import CallControl, WithoutTransfers
from parley.voice.durable_write import write_durably
from parley.voice.media_leg import CallEnded, MediaLeg
from parley.voice.playback import Playback
from parley.voice.recording.live_audio import ListenedCall, LiveAudio
from parley.voice.recording.recorder import Recorder
from parley.voice.recording.tapped_leg import TappedLeg, Taps
from parley.voice.speech_input import SpeechRecognition
from parley.voice.spoken_conversation import SpokenConversation

log = logger(__name__)

_calls = Counter("parley_calls", "Calls by direction and outcome.", ["direction", "outcome"])
_running = Gauge("parley_calls_running", "Calls that run in this process.")

CUT_OFF = "The call was cut off by an error."
NO_AGENT = "No agent is ready in the environment of the call."
NO_TRUNK = "The connector of the call is gone or has no trunk."
HANGUP_SECONDS = 5.0
"""Calls that were hung up on at the end of a drain have this long to be written down."""


# Compared by identity: a route holds mappings, which have no hash.
@dataclass(frozen=True, slots=True, eq=False)
class ConnectedCall:
    route: CallRoute
    call: PhoneCall


class CallHandler:
    def __init__(
        self,
        resources: Resources,
        stack: SipStack,
        synthesizer: Synthesizer,
        recognition: SpeechRecognition | None = None,
        ticker: AudioTicker | None = None,
        carriers: Mapping[str, Carrier] | None = None,
    ) -> None:
        """Without `recognition`, callers are heard by their keys alone; `ticker` then tells people from machines.
        `carriers` are those besides SIP, by the name that connectors have for them."""
        self._resources = resources
        self._carriers: Mapping[str, Carrier] = {SIP: SipCarrier(stack), **(carriers or {})}
        self._speech = PhraseAudio(resources.db, synthesizer)
        self._recognition = recognition
        self._ticker = ticker
        self._recorder = Recorder(resources.db, resources.dependencies.secret_store.encryptor, resources.clock)
        self.live_audio = LiveAudio()
        self._cancellations = Cancellations(resources)
        self._router = Router(resources, Digest("parley"))
        self._open: set[PhoneCall] = set()
        """Those that ring at the other side, or are connected: what a drain hangs up on."""
        self._connected: set[ConnectedCall] = set()
        self._idle = asyncio.Event()
        self._idle.set()
        self._active: Counts[Direction] = Counts()
        self.draining = False

    @property
    def active_count(self) -> int:
        return self._active.total()

    @property
    def inbound_count(self) -> int:
        return self._active[Direction.INBOUND]

    async def handle_sip(self, incoming: IncomingCall) -> None:
        """A call comes in over SIP, or the next leg of one that runs. Returns when it is over."""
        if incoming.replaces:
            await self._replace_leg(incoming)
        else:
            await self.handle_incoming(incoming)

    async def handle_incoming(self, incoming: IncomingPhoneCall) -> None:
        """A call comes in. Returns when it is over."""
        try:
            # The SIP stack counts its own calls alone.
            if self.draining or self.active_count >= self._resources.settings.sip_calls:
                raise CallRefused(503, "Service Unavailable", {"Retry-After": "5"})
            route = await self._router.route_inbound(incoming)
        except CallRefused as refused:
            _calls.labels("inbound", str(refused.code)).inc()
            await incoming.refuse(refused.code, refused.reason, refused.headers)
            return
        # Such as a database that is away: the trunk may try again, or another process.
        except ParleyError:
            await incoming.refuse(503, "Service Unavailable", {"Retry-After": "5"})
            return
        async with self._count(route.call):
            # Before the answer: nobody pays for a call that no agent takes.
            agent = await self._load_agent(route)
            if agent is None:
                await incoming.refuse(480, "Temporarily Unavailable")
                return
            try:
                call = self._carrier(route).adopt(await incoming.answer())
            except CallEnded:
                await self._fail(route.call, "The caller gave up.", None)
                return
            await self._run_connected(route, call, agent)

    async def _replace_leg(self, incoming: IncomingCall) -> None:
        """The trunk has transferred the caller to somebody else, whose call takes the old leg's place: the conversation
        goes on."""
        # No slot is taken: to the connector it is still one call.
        running = ((one.route, one.call) for one in self._connected if isinstance(one.call, ReplaceableCall))
        found = next(((route, call) for route, call in running if call.call_id == incoming.replaces), None)
        try:
            if found is None:
                raise CallRefused(481, "Call/Transaction Does Not Exist")
            route, call = found
            if not call.may_be_replaced:
                raise CallRefused(491, "Request Pending")
            await self._router.check_trunk(incoming, route.connector)
            await call.replace_leg(incoming.answer)
        except CallRefused as refused:
            await incoming.refuse(refused.code, refused.reason, refused.headers)
        except ParleyError:
            await incoming.refuse(503, "Service Unavailable", {"Retry-After": "5"})
        except CallEnded:
            log.info("replacement_gone")
        else:
            _calls.labels("inbound", "replacement").inc()

    async def place_call(self, queued: Call) -> None:
        """Places a call that has a slot already. Returns when it is over."""
        async with self._count(queued), self._cancellations.watch(queued.id) as cancelled:
            route = await self._router.route_outbound(queued)
            if route is None or route.connector.trunk.carrier not in self._carriers:
                await self._fail(queued, NO_TRUNK, None)
                return
            agent = await self._load_agent(route)
            if agent is None:
                return
            try:
                call = await self._dial(route, cancelled)
            except CallNotConnected as failed:
                await self._fail(queued, CANCELLED if cancelled.is_set() else failed.describe(), failed.code)
                return
            async with hanging_up_on(cancelled, call):
                await self._run_connected(route, call, agent)

    async def drain(self, seconds: float) -> None:
        """No new calls; those that run may finish, for so long. What is left then is hung up."""
        self.draining = True
        with suppress(TimeoutError):
            await asyncio.wait_for(self._idle.wait(), seconds)
        # Those that ring as well: nobody would be there to talk when they are answered.
        # All at once: a carrier is asked over HTTP, and may not answer.
        await asyncio.gather(*(call.hang_up() for call in list(self._open)))
        with suppress(TimeoutError):
            await asyncio.wait_for(self._idle.wait(), HANGUP_SECONDS)
        await self._recorder.aclose()

    def _carrier(self, route: CallRoute) -> Carrier:
        return self._carriers[route.connector.trunk.carrier]

    def _control(self, route: CallRoute, call: PhoneCall) -> CallControl:
        control = self._carrier(route).control(route, call)
        return WithoutTransfers(control) if route.connector.disable_handoff else control

    async def _dial(self, route: CallRoute, cancelled: asyncio.Event) -> PhoneCall:
        if cancelled.is_set():
            raise CallNotConnected(None, CANCELLED)
        carrier = self._carrier(route)
        call = await carrier.place(route, route.call)
        self._open.add(call)
        try:
            async with hanging_up_on(cancelled, call):
                await call.wait_connected(route.connector.trunk.ring_seconds)
        finally:
            # `_run_connected` registers it again, if it was answered.
            self._open.discard(call)
        return carrier.adopt(call)

    async def _load_agent(self, route: CallRoute) -> Agent | None:
        """None, and the call has failed, when no agent can be made ready."""
        dependencies = self._resources.dependencies
        try:
            start = route.conversation_start()
            deployment, _ = await choose_deployment(dependencies, route.project, start, route.call.id)
            return await dependencies.agents.of(deployment, start.environment)
        except ParleyError as error:
            log.warning("agent_not_ready", project=route.project.id, error=type(error).__name__)
        await self._fail(route.call, NO_AGENT, None)
        return None

    async def _run_connected(self, route: CallRoute, call: PhoneCall, agent: Agent) -> None:
        """Whatever happens, the call, its conversation and its slot come to an end here."""
        connected = ConnectedCall(route, call)
        self._open.add(call)
        self._connected.add(connected)
        try:
            if not await self._mark_connected(route.call):
                # It was cancelled at the moment of the answer, or this process was given up meanwhile.
                await call.hang_up()
                await self._fail(route.call, CANCELLED, None)
                return
            summary = await self._converse(route, call, agent)
        except Exception as error:  # noqa: BLE001 one call's failure, of whatever kind, is that call's alone
            # The kind of the error and the place, never its text: it may quote the conversation.
            log.warning("call_failed", call=str(route.call.id), error=type(error).__name__, at=where(error))
            await call.hang_up()
            await self._abort(route.call)
        else:
            await self._succeed(route.call, summary)
        finally:
            self._open.discard(call)
            self._connected.discard(connected)

    async def _mark_connected(self, call: Call) -> bool:
        async with self._resources.db.transaction() as tx:
            return await calls.mark_connected(tx, call.id, self._resources.clock.now())

    async def _converse(self, route: CallRoute, call: PhoneCall, agent: Agent) -> str:
        """Returns what there is to say of it in the status."""
        wanted = recording_settings(route.project.settings)
        # What is not recorded is not kept, whatever the project says of recordings.
        keeps_private = wanted.is_on and wanted.keeps_private
        async with self.live_audio.follow(route.call.id, keeps_private=keeps_private) as listened:
            return await self._talk(route, call, agent, wanted, listened)

    async def _talk(
        self, route: CallRoute, call: PhoneCall, agent: Agent, wanted: RecordingSettings, listened: ListenedCall
    ) -> str:
        told, pronounce = route.connector.asr_lang_code, agent.compiled.pronounced
        language = agent.compiled.language(told) if told else agent.project.default_language
        is_outbound = route.call.direction is Direction.OUTBOUND
        # Before the recorder begins: whatever goes wrong from there on has to end it.
        synthesizer = await self._speech.of_call(route.project.id)
        is_listened = self._recognition is not None or (is_outbound and self._ticker is not None)
        leg, recording = self._recorder.begin(wanted, route.call.id, TappedLeg(call, listened), is_listened=is_listened)
        listened.poll(None if is_listened else leg)
        playback = Playback(leg, synthesizer, language, pronounce=pronounce)
        answer = self._listen_to_answer(leg, language) if is_outbound else None
        conversation = SpokenConversation(
            route.project,
            replace(route.with_known_variant(agent.compiled).conversation_start(), consent=wanted.consent),
            leg,
            self._control(route, call),
            playback,
            agent.compiled,
            self._carrier(route).sessions(call, self._resources.sessions),
            Taps(listened, recording),
            self._recognition,
            answer,
            foresees_turns=self._resources.settings.foresee_turns,
        )
        tasks = Tasks()
        tasks.start(_hang_up_after(call, self._resources.settings.call_seconds), "longest call")
        try:
            await conversation.run(self._resources.dependencies)
        finally:
            await tasks.aclose()
            await playback.aclose()
            listened.stop()
            await self._speech.count_hits(synthesizer)
            if recording is not None:
                await self._recorder.end(recording)
        return conversation.answer_summary

    def _listen_to_answer(self, leg: MediaLeg, language: str) -> AnswerListener:
        """With recognition it is fed by that; without it hears for itself, if there is a detector of speech."""
        answer = AnswerListener(language, has_words=self._recognition is not None)
        if self._recognition is None and self._ticker is not None:
            answer.detach = self._ticker.attach(leg, answer.hear_audio)
        return answer

    async def _succeed(self, call: Call, reason: str) -> None:
        _calls.labels(call.direction, "success").inc()
        await self._end_call(call, lambda tx, now: calls.complete_call(tx, call.id, now, reason))

    async def _fail(self, call: Call, reason: str, code: int | None) -> None:
        _calls.labels(call.direction, str(code or "failure")).inc()
        await self._end_call(call, lambda tx, now: calls.fail_call(tx, call.id, reason, code, now))

    async def _end_call(self, call: Call, end: Callable[[Connection, datetime], Awaitable[bool]]) -> None:
        """The end of a call frees its slot, and the number that was reserved for it."""

        async def write() -> None:
            async with self._resources.db.transaction() as tx:
                await end(tx, self._resources.clock.now())
                await reservations.release(tx, call.id)

        await write_durably(write)

    async def _abort(self, call: Call) -> None:
        """Nothing is left open when a call breaks off."""
        # The conversation first: once the call is marked as ended, nobody would look after it.
        await write_durably(lambda: self._resources.sessions.end(call.id, Ending("error")))
        await self._fail(call, CUT_OFF, None)

    @asynccontextmanager
    async def _count(self, call: Call) -> AsyncIterator[None]:
        """Counts the call while it lasts. Whatever goes wrong meanwhile, it does not keep its slot."""
        self._active[call.direction] += 1
        self._idle.clear()
        _running.set(self.active_count)
        try:
            yield
        except Exception:
            await self._abort(call)
            raise
        finally:
            self._active[call.direction] -= 1
            _running.set(self.active_count)
            if not self.active_count:
                self._idle.set()


async def _hang_up_after(call: PhoneCall, seconds: float) -> None:
    await asyncio.sleep(seconds)
    await call.hang_up()
