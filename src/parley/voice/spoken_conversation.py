"""One caller's conversation with an agent, from the greeting to the end.

The agent's words are played while they come. Then the conversation waits for whatever happens first: the caller's turn
is complete, an external event arrives, the caller hangs up.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any

from parley.domain.conversations.model import CLOSED, ConversationBusy, Ending
from parley.domain.projects.info import ProjectInfo
from parley.kit.tasks import Tasks
from parley.runtime.agent.compiled import CompiledProject
from parley.runtime.session.dependencies import Dependencies
from parley.runtime.session.event_signals import EventSignal
from parley.runtime.session.opening import ConversationStart
from parley.runtime.session.pending_turns import PendingTurn, TurnWithdrawn
from parley.runtime.session.persistence import ending_of, is_transfer
from parley.runtime.session.sessions import Sessions
from parley.runtime.session.user_turn import DoorContext
from parley.runtime.turn.output import EndReason, Event, Speech, TurnResult
from parley.runtime.turn.reply import phrases
from parley.storage.db import DatabaseUnavailable
from parley.voice.answering.handling import AnswerHandling
from parley.voice.answering.listener import AnswerListener
from parley.voice.answering.settings import read_answer_settings
from parley.voice.call_control import CallControl, TransferFailed, transfer_metrics
from parley.voice.call_input import CallInput, Reactions
from parley.voice.durable_write import write_durably
from parley.voice.foreseen_answer import ForeseenAnswer
from parley.voice.latency import TurnLatency, input_details, measure_latency
from parley.voice.listen_settings import likely_phrases, project_settings, resolve_settings
from parley.voice.media_leg import CallEnded, MediaLeg, bridge
from parley.voice.playback import Playback
from parley.voice.recording.tapped_leg import Taps
from parley.voice.speech_input import SpeechRecognition
from parley.voice.turn_events import CallerTurn, TurnForeseen

USER_HANGUP = ("USER_HANGUP", "true")
MAX_FAILED_TURNS = 3
"""Turns in a row that may come to nothing, because the database is away, before the call is given up."""
LAST_WORD_SECONDS = 0.2
"""What was sent last is still on its way, or in the other side's jitter buffer: hanging up earlier cuts it off."""


class CallDropped(Exception):
    """The call ended without anybody wanting it to."""


class SpokenConversation:
    def __init__(
        self,
        project: ProjectInfo,
        start: ConversationStart,
        leg: MediaLeg,
        control: CallControl,
        playback: Playback,
        compiled: CompiledProject,
        sessions: Sessions,
        taps: Taps,
        recognition: SpeechRecognition | None = None,
        answer: AnswerListener | None = None,
        *,
        foresees_turns: bool = True,
    ) -> None:
        """`taps` are those of `leg`, `answer` listens to who has answered a call that we placed."""
        assert start.id is not None, "a call has its id before it is answered"
        self._project = project
        self._start = start
        self._id = start.id
        self._leg = leg
        self._control = control
        self._playback = playback
        playback.on_first_sound(self._sound_went)
        self._foreseen = ForeseenAnswer(
            lambda turn: sessions.foresee(project, start.environment, self._id, turn.text, turn.alternatives)
        )
        reactions = Reactions(
            self._stop_speaking, self._resume_speaking, self._withdraw_turn, self._foresee, self._foreseen.forget
        )
        self._input = CallInput(leg, reactions, recognition, answer)
        settings = read_answer_settings(compiled.project.experimental.raw)
        self._answer = AnswerHandling(answer, settings, leg, playback) if answer else None
        self._taps = taps
        self._compiled = compiled
        self._project_settings = project_settings(compiled.project.speech)
        self._sessions = sessions
        self._tasks = Tasks()
        self._ended: asyncio.Task[Any] = self._tasks.start(leg.wait_ended(), "end of a call")
        self._fillers: asyncio.Task[Any] | None = None
        """Says the delay responses of whatever takes long at the moment."""
        self._latency: TurnLatency | None = None
        """Of the turn that is being answered, if the caller spoke."""
        self._foresees_turns = foresees_turns
        self._pending: PendingTurn | None = None
        """The turn that is being answered, until something of the answer was said."""
        self._is_interrupted = self._is_leaving = self._is_answering = False
        self._heard: str | None = None
        """What the caller has heard of a reply that was cut off, until that is written."""
        self._opening = ""
        """What the agent said first."""
        self._is_input_private = False
        self._result: TurnResult | None = None
        self._failed_turns = 0

    @property
    def answer_summary(self) -> str:
        """Who answered a call that we placed, if it was no person, and what became of it."""
        return self._answer.summary if self._answer else ""

    async def run(self, dependencies: Dependencies) -> None:
        """Returns when the call is over and the conversation has ended. Raises `CallDropped`."""
        try:
            result = await self._open()
            async with dependencies.event_signals.attend(self._id) as events:
                await self._take_turns(result, events)
        finally:
            self._foreseen.forget()
            await self._input.aclose()
            await self._tasks.aclose()

    async def _take_turns(self, result: TurnResult, events: EventSignal) -> None:
        current: TurnResult | None = result
        # Both waits outlive a turn: keys and events that came while the agent thought are not lost.
        listening: asyncio.Task[CallerTurn] = self._tasks.start(self._input.next_turn(), "caller's turn")
        signalled = self._tasks.start(events.wait(), "external events")
        answered: asyncio.Task[Any] = self._tasks.start(self._wait_not_person(), "who has answered")
        while current is not None:
            if current.end_conversation:
                current = await self._leave(current)
                continue
            waits = {self._ended, listening, signalled, answered}
            await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
            # First: who presses keys and hangs up is gone.
            if self._ended.done():
                await self._close()
                return
            if answered.done():
                answered = self._tasks.start(asyncio.Event().wait(), "who has answered")
                if self._wants_silence():
                    # What it has said so far is no caller's turn.
                    listening.cancel()
                    listening = self._tasks.start(self._input.next_turn(), "caller's turn")
                    current = await self._act_on_answer()
            elif listening.done():
                turn = listening.result()
                listening = self._tasks.start(self._input.next_turn(), "caller's turn")
                # A turn that came to nothing leaves the result before: the call goes on from there.
                current = await self._respond(turn) or current
            else:
                signalled = self._tasks.start(events.wait(), "external events")
                current = await self._take_events() or current

    async def _open(self) -> TurnResult:
        result = self._turn_done(await self._sessions.open(self._project, self._start, listener=self._say))
        self._opening = result.reply
        return result

    async def _wait_not_person(self) -> None:
        await (self._answer.wait_not_person() if self._answer else asyncio.Event().wait())

    def _wants_silence(self) -> bool:
        return self._answer is not None and self._answer.wants_silence(self._last_result().dialog.language)

    async def _act_on_answer(self) -> TurnResult | None:
        """No person has answered, and the project wants something done about it. A result: a person came after all."""
        assert self._answer is not None, "somebody listened to who answered"
        self._input.hold()
        self._foreseen.forget()
        self._stop_fillers()
        if self._playback.is_playing:
            self._heard = self._playback.stop()
        await self._write_heard()
        begins_anew = await self._answer.act(self._last_result().dialog.language, self._say_to_machine)
        if self._ended.done():
            await self._close()
            return None
        if not begins_anew:
            await asyncio.sleep(LAST_WORD_SECONDS)
            await self._sessions.end(self._id, Ending(EndReason.HANGUP), self._answer.take_metrics())
            await self._leg.hang_up()
            return None
        self._input.release()
        await self._say_to_machine(self._opening)
        return self._last_result()

    async def _say_to_machine(self, text: str) -> str:
        """Says this without asking the model, and on the record. Returns it as it is said."""
        assert self._answer is not None, "somebody listened to who answered"
        self._is_interrupted = False
        metrics, by = self._answer.take_metrics(), self._answer.answered_by
        result = await self._sessions.speak_to(self._project, self._id, by, text, metrics, self._say)
        return self._turn_done(result).reply

    async def _respond(self, turn: CallerTurn) -> TurnResult | None:
        """None when the turn came to nothing: the caller is asked to try again."""
        self._is_interrupted = False
        pending = self._pending = self._foreseen.take()
        before, self._latency = self._latency, measure_latency(turn)
        details = input_details(turn, self._latency, before, is_private=self._is_input_private)
        metrics = self._answer.take_metrics() if self._answer else []
        try:
            await self._write_heard()
            result = await self._sessions.respond(
                self._project,
                self._start.environment,
                self._id,
                turn.words,
                details=details,
                listener=self._say,
                pending=pending,
                context=DoorContext(self._answer.answered_by if self._answer else "", metrics),
            )
        except (TurnWithdrawn, DatabaseUnavailable, ConversationBusy) as failure:
            if self._answer is not None:
                self._answer.put_back(metrics)
            # What was withdrawn comes again, with what the caller adds.
            if not isinstance(failure, TurnWithdrawn):
                await self._apologise()
            return None
        finally:
            self._pending = None
            pending.forget_foreseen()
        return self._turn_done(result)

    def _withdraw_turn(self) -> bool:
        """The caller goes on with the turn that is being answered, of which nothing was said yet."""
        if self._pending is None or not self._pending.withdraw():
            return False
        self._stop_fillers()
        self._playback.stop()
        return True

    def _foresee(self, turn: TurnForeseen) -> None:
        """Not after an interruption: what was heard of the reply is written first, and changes what is known."""
        if self._foresees_turns and self._heard is None and self._pending is None:
            self._foreseen.begin(turn)

    async def _take_events(self) -> TurnResult | None:
        """External events; None when the agent has nothing to say about them."""
        self._is_interrupted = False
        try:
            # Before any other turn: it is the newest reply that was cut off.
            await self._write_heard()
            woken = await self._sessions.events.deliver(self._id, self._say)
        except (DatabaseUnavailable, ConversationBusy):
            self._listen(self._last_result())  # a job tries again
            return None
        return self._turn_done(woken) if woken else None

    async def _leave(self, result: TurnResult) -> TurnResult | None:
        """The agent has ended the conversation, or wants the caller transferred. A result: it goes on after all."""
        self._is_leaving = True
        if not self._playback.is_paused and await self._playback.wait_finished():
            await asyncio.sleep(LAST_WORD_SECONDS)
        if not is_transfer(result):
            await self._control.hang_up(result)
            return None
        assert result.handoff is not None, "a transfer is a handoff"
        try:
            done = await self._control.transfer(result.handoff)
        except TransferFailed as failed:
            if self._ended.done():
                await self._close()
                return None
            return await self._resume(failed)
        # What two people say to each other is not ours to keep, or to hear.
        self._taps.stop()
        self._tasks.start(self._input.aclose(), "end of a caller's turns")
        ending = ending_of(result.dialog)
        assert ending is not None, "a handoff ends a conversation"
        metrics = transfer_metrics("Success", done.method, done.code)
        # Written while the two talk: a bridge may last for hours, and the database may be away at its beginning.
        writing = self._tasks.start(
            write_durably(lambda: self._sessions.end(self._id, ending, metrics)), "end of a conversation"
        )
        if done.other is not None:
            await bridge(self._leg, done.other)
        await writing
        return None

    async def _close(self) -> None:
        """There is nobody to talk to any more: the caller left, or this process is about to stop. Raises
        `CallDropped`."""
        cause = await self._leg.wait_ended()
        await self._write_heard()
        if cause.reason and not cause.by_peer:
            raise CallDropped(cause.reason)
        metrics = [*(self._answer.take_metrics() if self._answer else ()), *([USER_HANGUP] if cause.by_peer else [])]
        await self._sessions.end(self._id, Ending(CLOSED), metrics)

    async def _resume(self, failed: TransferFailed) -> TurnResult:
        """The agent goes on with a caller who could not be transferred."""
        metrics = transfer_metrics("Failed", failed.method, failed.code)
        self._is_interrupted = self._is_leaving = False
        await self._write_heard()
        resume = self._sessions.resume_after_transfer
        return self._turn_done(await resume(self._project, self._id, failed.reason, metrics, self._say))

    async def _say(self, event: Event) -> None:
        """Listens to a turn: plays its words, and while something takes long, the delay responses for that."""
        self._stop_fillers()
        if not isinstance(event, Speech):
            self._fillers = self._tasks.start(self._playback.say_when_due(event.latency.moments()), "delay responses")
        elif event.as_keys:
            self._pending = None
            # Tones come after the words before them, not over them.
            if not self._playback.is_paused:
                await self._playback.wait_heard()
            with suppress(CallEnded):
                await self._leg.send_dtmf(event.text.strip())
        elif not self._is_interrupted or self._playback.is_paused:
            await self._speak(event)

    async def _speak(self, event: Speech) -> None:
        if (pending := self._pending) is not None:
            await self._input.wait_nothing_added()
            if pending.is_withdrawn:
                raise TurnWithdrawn
            self._pending = None
        self._is_answering = True
        if not self._playback.is_paused:
            self._input.agent_started_speaking()
        if self._latency is not None:
            self._latency.words_came(asyncio.get_running_loop().time())
        self._playback.language, self._playback.voice = event.language, event.voice
        self._playback.say(event.text)

    def _sound_went(self, ahead: float) -> None:
        if self._latency is not None:
            self._latency.sound_went(asyncio.get_running_loop().time(), ahead)

    def _stop_fillers(self) -> None:
        if self._fillers is not None:
            self._fillers.cancel()
            self._fillers = None

    async def _apologise(self) -> None:
        self._failed_turns += 1
        if self._failed_turns > MAX_FAILED_TURNS:
            raise DatabaseUnavailable
        self._input.agent_started_speaking()
        self._playback.say(phrases.sentence(phrases.TROUBLE, self._last_result().dialog.language))
        self._listen(self._last_result())

    def _turn_done(self, result: TurnResult) -> TurnResult:
        """A turn is on disk and all its words are on their way."""
        self._result = result
        dialog = result.dialog
        self._taps.turn_done(is_discarded=dialog.is_recording_discarded, is_paused=dialog.is_recording_stopped)
        self._stop_fillers()
        self._failed_turns = 0
        self._listen(result)
        return result

    def _last_result(self) -> TurnResult:
        assert self._result is not None, "a turn ends with a result"
        return self._result

    def _listen(self, result: TurnResult) -> None:
        step = self._compiled.step(result.dialog.flow, result.dialog.step)
        settings = resolve_settings(step.settings if step else None, result.dialog.listen, self._project_settings)
        self._is_input_private = settings.is_pii
        self._taps.expect_turn(is_private=settings.is_pii)
        likely = likely_phrases(self._compiled.project.speech, result.dialog.asr_biasing, result.dialog.listen)
        self._input.expect_turn(settings, result.dialog.language, likely, result.reply)
        self._is_interrupted, self._is_answering = self._playback.is_paused, False
        self._tasks.start(self._report_silence(), "playback")

    async def _report_silence(self) -> None:
        """The caller's time to answer begins with the agent's last word."""
        if await self._playback.wait_finished():
            self._input.agent_stopped_speaking()

    def _stop_speaking(self) -> None:
        """A barge-in. The rest of what the agent says in this turn is kept until it is certain that it was one."""
        self._is_interrupted = True
        heard = self._playback.stop() if self._is_leaving else self._playback.pause()
        # After a turn that failed it is an apology that was interrupted, and no reply.
        self._heard = None if self._failed_turns else heard

    def _resume_speaking(self) -> None:
        """It was none."""
        if self._playback.is_paused:
            self._is_interrupted, self._heard = False, None
            self._playback.resume()
        if not self._is_answering:  # else `_listen` does, when the whole answer is there
            self._tasks.start(self._report_silence(), "playback")

    async def _write_heard(self) -> None:
        """The record and the model know of a reply that was cut off what the caller does."""
        if self._playback.is_paused:
            self._playback.stop()
        if self._heard is not None:
            await self._sessions.cut_reply(self._project, self._id, self._heard)
            self._heard = None
