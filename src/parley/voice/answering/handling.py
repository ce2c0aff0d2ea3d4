"""What an agent does when no person answers a call that it placed: hang up, leave a message, wait for a person."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from typing import Any

from parley.kit.tasks import Tasks
from parley.runtime.turn.run import ANSWERED_BY
from parley.voice.answering.detection import AnsweredBy
from parley.voice.answering.listener import AnswerListener
from parley.voice.answering.settings import Action, AnswerSettings
from parley.voice.media_leg import MediaLeg
from parley.voice.playback import Playback

Speak = Callable[[str], Awaitable[str]]
"""Says this, puts it on the record, and returns it as it is said."""
MOST_BEEPS = 2
"""The message begins again at a beep that comes late; a machine that goes on beeping gets it once more at most."""
SUMMARIES = {
    AnsweredBy.PERSON: "",
    AnsweredBy.MACHINE: "answering machine",
    AnsweredBy.SCREENING: "call screening",
    AnsweredBy.TONE: "fax or signal tone",
}
"""For the status of the call."""


class AnswerHandling:
    def __init__(self, listener: AnswerListener, settings: AnswerSettings, leg: MediaLeg, playback: Playback) -> None:
        self._listener = listener
        self._settings = settings
        self._leg = leg
        self._playback = playback
        self._noted: AnsweredBy | None = None
        self._unwritten: list[tuple[str, str]] = []
        self.outcome = ""
        """What became of it, after what it was."""

    async def wait_not_person(self) -> AnsweredBy:
        return await self._listener.wait_decided(but=AnsweredBy.PERSON)

    @property
    def answered_by(self) -> str:
        """As agent code sees it; empty while it is not known."""
        return self._listener.answered_by or ""

    @property
    def summary(self) -> str:
        """For the status; empty for a person."""
        by = self._noted if self.outcome else self._listener.answered_by
        parts = [SUMMARIES[by] if by else "", self.outcome]
        return ", ".join(part for part in parts if part)

    def take_metrics(self) -> list[tuple[str, str]]:
        """What the record does not know yet."""
        by = self._listener.answered_by
        if by is not None and by != self._noted:
            self._noted = by
            self._unwritten.append((ANSWERED_BY, str(by)))
        taken, self._unwritten = self._unwritten, []
        return taken

    def put_back(self, metrics: Iterable[tuple[str, str]]) -> None:
        """They could not be written."""
        self._unwritten = [*metrics, *self._unwritten]

    def wants_silence(self, language: str) -> bool:
        """The agent is to stop talking, because of who is there."""
        by = self._listener.answered_by
        return by is not None and self._settings.action_for(by, language) is not Action.CONTINUE

    async def act(self, language: str, speak: Speak) -> bool:
        """True: the agent is to begin anew, with a person. False: the call is over, or is to be hung up on."""
        deadline: float | None = None
        loop = asyncio.get_running_loop()
        while (by := self._listener.answered_by) is not None:
            self._unwritten = self.take_metrics()
            action = self._settings.action_for(by, language)
            if action is Action.CONTINUE:
                return True
            if action is Action.HANG_UP:
                return False
            if action is Action.LEAVE_MESSAGE:
                await self._leave_message(self._settings.message(language), speak)
                return False
            # From the first of them: one that asks again and again must not keep the line for ever.
            deadline = deadline or loop.time() + self._settings.wait_seconds
            if by is AnsweredBy.SCREENING:
                if not await self._until(self._listener.wait_ready(), deadline):
                    break
                await speak(self._settings.screening_message(language))
                await self._playback.wait_finished()
            self._listener.restart()
            if not await self._until(self._listener.wait_decided(), deadline):
                break
        self.outcome = "no person came"
        return False

    async def _leave_message(self, message: str, speak: Speak) -> None:
        self.outcome = "no message left"
        if not await self._until(self._listener.wait_ready()):
            return
        beeps = self._listener.ready_count
        said = await speak(message)
        for _ in range(MOST_BEEPS):
            if not await self._beeps_while_speaking(beeps):
                break
            # What was said before the beep is not on it.
            beeps = self._listener.ready_count
            self._playback.stop()
            self._playback.say(said)
        if await self._playback.wait_finished():
            self.outcome = "message left"

    async def _beeps_while_speaking(self, beeps: int) -> bool:
        tasks = Tasks()
        spoken = tasks.start(self._playback.wait_finished(), "message on a machine")
        beep = tasks.start(self._listener.wait_ready(more_than=beeps), "late beep")
        try:
            await asyncio.wait({spoken, beep}, return_when=asyncio.FIRST_COMPLETED)
            return beep.done() and not spoken.done()
        finally:
            await tasks.aclose()

    async def _until(self, event: Coroutine[Any, Any, object], deadline: float | None = None) -> bool:
        """False when the call ended before, or the time was over."""
        tasks = Tasks()
        happened = tasks.start(event, "what a machine does")
        ended = tasks.start(self._leg.wait_ended(), "end of a call that a machine answered")
        loop = asyncio.get_running_loop()
        timeout = None if deadline is None else max(deadline - loop.time(), 0.0)
        try:
            await asyncio.wait({happened, ended}, timeout=timeout, return_when=asyncio.FIRST_COMPLETED)
            return happened.done() and not ended.done()
        finally:
            await tasks.aclose()
