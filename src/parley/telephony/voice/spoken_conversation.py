"""One call's talk with its agent, from the first word to the end.

The agent's words are spoken while they come. Then the call waits for whatever happens first: the caller presses keys or
stays silent, an external event arrives, the caller hangs up.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from parley.domain.conversations.model import ConversationBusy, Ending, InputDetails
from parley.kit.tasks import Tasks
from parley.runtime.agent.compiled import CompiledProject
from parley.runtime.session.dependencies import Dependencies
from parley.runtime.session.event_signals import EventSignal
from parley.runtime.session.persistence import ending_of, is_transfer
from parley.runtime.session.sessions import Sessions
from parley.runtime.turn import phrases
from parley.runtime.turn.output import Event, Speech, TurnResult
from parley.storage.db import DatabaseUnavailable
from parley.telephony.line import CallRoute
from parley.telephony.sip.protocol import CallEnded, SipCall, SipStack
from parley.telephony.transfer import TransferFailed, farewell, transfer
from parley.telephony.voice.call_input import Ear
from parley.telephony.voice.durable_write import write_durably
from parley.telephony.voice.listen_settings import listening, usual
from parley.telephony.voice.media_leg import bridge
from parley.telephony.voice.playback import Playback
from parley.telephony.voice.turn_taking import CallerTurn

CLOSED = Ending("closed")
HUNG_UP = ("USER_HANGUP", "true")
MOST_TROUBLES = 3
"""Turns in a row that may come to nothing, because the database is away, before the call is given up."""
LAST_WORD_SECONDS = 0.2
"""What was sent last is still on its way, or waits in the other side's buffer: who hangs up earlier cuts it off."""


class CallDropped(Exception):
    """The call ended through no wish of anybody's."""


class SpokenConversation:
    def __init__(
        self,
        line: CallRoute,
        call: SipCall,
        mouth: Playback,
        compiled: CompiledProject,
        sessions: Sessions,
        stack: SipStack,
    ) -> None:
        self._line = line
        self._id = line.call.id
        self._call = call
        self._mouth = mouth
        self._ear = Ear(call, self._interrupted)
        self._compiled = compiled
        self._usual = usual(compiled.project.speech)
        self._sessions = sessions
        self._stack = stack
        self._tasks = Tasks()
        self._gone: asyncio.Task[Any] = self._tasks.start(call.wait_ended(), "end of a call")
        self._excusing: asyncio.Task[Any] | None = None
        self._is_interrupted = False
        self._listens_privately = False
        self._result: TurnResult | None = None
        self._troubles = 0

    async def run(self, dependencies: Dependencies) -> None:
        """Returns when the call is over and the conversation has ended."""
        try:
            result = await self._open()
            async with dependencies.event_signals.attend(self._id) as bell:
                await self._talk(result, bell)
        finally:
            self._ear.close()
            await self._tasks.aclose()

    async def _talk(self, result: TurnResult, bell: EventSignal) -> None:
        current: TurnResult | None = result
        hearing: asyncio.Task[CallerTurn | None] = self._tasks.start(self._hear(), "hearing")
        ringing = self._tasks.start(bell.rung(), "bell")
        while current is not None:
            if current.end_conversation:
                current = await self._leave(current)
                continue
            await asyncio.wait({self._gone, hearing, ringing}, return_when=asyncio.FIRST_COMPLETED)
            heard = hearing.result() if hearing.done() else None
            if self._gone.done() or (hearing.done() and heard is None):
                await self._close()
                return
            if heard is not None:
                hearing = self._tasks.start(self._hear(), "hearing")
                current = await self._respond(heard) or current
            else:
                ringing = self._tasks.start(bell.rung(), "bell")
                current = await self._take_in() or current

    async def _hear(self) -> CallerTurn | None:
        """None when the call ends instead."""
        with suppress(CallEnded):
            return await self._ear.heard()
        return None

    async def _open(self) -> TurnResult:
        await self._sessions.open(self._line.project, self._line.opening(), self._seen, listener=self._say)
        return self._said()

    async def _respond(self, heard: CallerTurn) -> TurnResult | None:
        """None when the turn came to nothing: the caller is asked to try again."""
        line, self._is_interrupted = self._line, False
        manner = InputDetails(heard.digits or "", heard.barge_in, self._listens_privately)
        try:
            await self._sessions.respond(
                line.project,
                line.call.environment,
                self._id,
                heard.digits,
                self._seen,
                listener=self._say,
                manner=manner,
            )
        except (DatabaseUnavailable, ConversationBusy):
            await self._apologise()
            return None
        return self._said()

    async def _take_in(self) -> TurnResult | None:
        """External events; None when the agent has nothing to say about them."""
        self._is_interrupted = False
        try:
            woken = await self._sessions.arrivals.take_in(self._id, self._say)
        except (DatabaseUnavailable, ConversationBusy):
            self._listen(self._last())  # a job tries again
            return None
        self._result = woken or self._result
        return self._said() if woken else None

    async def _leave(self, result: TurnResult) -> TurnResult | None:
        """The agent has ended the conversation, or wants the caller transferred. A result: it goes on after all."""
        if await self._mouth.finished():
            await asyncio.sleep(LAST_WORD_SECONDS)
        if not is_transfer(result):
            await self._call.hang_up(farewell(result))
            return None
        assert result.handoff is not None, "a transfer is a handoff"
        try:
            done = await transfer(self._line, self._call, result.handoff, self._stack)
        except TransferFailed as failed:
            if self._gone.done():
                await self._close()
                return None
            return await self._take_back(failed)
        ending = ending_of(result)
        assert ending is not None, "a handoff ends a conversation"
        metrics = transfer_metrics("Success", done.method, done.code)
        writing = self._tasks.start(
            write_durably(lambda: self._sessions.end(self._id, ending, metrics)), "end of a conversation"
        )
        if done.other is not None:
            await bridge(self._call, done.other)
        await writing
        return None

    async def _close(self) -> None:
        """There is nobody to talk to any more: the caller left, or we are about to stop. Raises `LineLost`."""
        ended = await self._call.wait_ended()
        if ended.reason and not ended.by_peer:
            raise CallDropped(ended.reason)
        await self._sessions.end(self._id, CLOSED, [HUNG_UP] if ended.by_peer else [])

    async def _take_back(self, failed: TransferFailed) -> TurnResult:
        metrics, self._is_interrupted = transfer_metrics("Failed", failed.method, failed.code), False
        result = await self._sessions.take_back(self._line.project, self._id, failed.reason, metrics, self._say)
        self._result = result
        return self._said()

    async def _say(self, event: Event) -> None:
        """Listens to a turn: its words are spoken, and while a function takes long, what its author wants said."""
        self._stop_excusing()
        if not isinstance(event, Speech):
            self._excusing = self._tasks.start(self._mouth.say_when_due(event.latency.moments()), "delay responses")
        elif event.as_keys:
            await self._mouth.finished()
            with suppress(CallEnded):
                await self._call.send_dtmf(event.text.strip())
        elif not self._is_interrupted:
            self._ear.agent_speaks()
            self._mouth.language, self._mouth.voice = event.language, event.voice
            self._mouth.say(event.text)

    def _stop_excusing(self) -> None:
        if self._excusing is not None:
            self._excusing.cancel()
            self._excusing = None

    async def _apologise(self) -> None:
        self._troubles += 1
        if self._troubles > MOST_TROUBLES:
            raise DatabaseUnavailable
        self._ear.agent_speaks()
        self._mouth.say(phrases.sentence(phrases.TROUBLE, self._last().dialog.language))
        self._listen(self._last())

    def _seen(self, _public: str, result: TurnResult) -> Mapping[str, Any]:
        self._result = result
        return {}

    def _said(self) -> TurnResult:
        """A turn is on disk and all its words are on their way."""
        self._stop_excusing()
        self._troubles = 0
        self._listen(self._last())
        return self._last()

    def _last(self) -> TurnResult:
        assert self._result is not None, "a turn ends with a result"
        return self._result

    def _listen(self, result: TurnResult) -> None:
        step = self._compiled.step(result.dialog.flow, result.dialog.step)
        rules = listening(step.settings if step else None, result.dialog.listen, self._usual)
        self._listens_privately = rules.is_pii
        self._ear.expect(rules)
        self._is_interrupted = False
        self._tasks.start(self._finish_speaking(), "speaking")

    async def _finish_speaking(self) -> None:
        """The caller's time to answer begins with the agent's last word."""
        if await self._mouth.finished():
            self._ear.agent_finished()

    def _interrupted(self) -> None:
        """What the agent says in the rest of this turn is not said; what it says in the next one is."""
        self._is_interrupted = True
        self._mouth.hush()


def transfer_metrics(status: str, method: str, code: int | None) -> list[tuple[str, str]]:
    metrics = [("TRANSFER_STATUS", status), ("TRANSFER_METHOD", method)]
    return metrics if code is None else [*metrics, ("TRANSFER_SIP_CODE", str(code))]
