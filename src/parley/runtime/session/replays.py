"""Plays the user's side of a conversation again, with any deployment, in a conversation of its own."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Sequence
from enum import StrEnum
from uuid import UUID

from parley.domain.conversations.model import InputDetails, row_id
from parley.domain.conversations.replay import Answer, PlayedTurn, ReplayedTurn, answer_of
from parley.domain.projects.info import ProjectInfo
from parley.kit.clock import Clock
from parley.kit.values import value
from parley.runtime.session.opening import ConversationStart
from parley.runtime.session.sessions import Sessions
from parley.runtime.turn.output import TurnResult


class Stopped(StrEnum):
    """Why not all of it was played."""

    ENDED = "ended"
    """The agent ended the conversation earlier than before."""
    TURNS = "turns"
    TIME = "time"
    SHUTDOWN = "shutdown"


@value
class ReplayLimits:
    turns: int
    seconds: float


class Replay:
    def __init__(
        self,
        sessions: Sessions,
        project: ProjectInfo,
        start: ConversationStart,
        turns: Sequence[PlayedTurn],
        limits: ReplayLimits,
    ) -> None:
        self._sessions = sessions
        self._project = project
        self._start = start
        self._turns = turns
        self._limits = limits
        self.conversation_id = ""
        self.stopped: Stopped | None = None

    async def play(self, clock: Clock, is_shutting_down: Callable[[], bool]) -> AsyncGenerator[ReplayedTurn, None]:
        """Every turn of the original, with what was answered this time. Each turn is given its time; the limit counts
        before the next. The conversation is ended with the replay, whether or not that was read to its end."""
        until = clock.monotonic() + self._limits.seconds
        opened = await self._sessions.open(self._project, self._start)
        self.conversation_id, ended = opened.conversation_id, opened.end_conversation
        try:
            if self._turns:
                yield ReplayedTurn(self._turns[0], _answer(opened))
            played = 0
            for turn in self._turns[1:]:
                if turn.said is not None and self.stopped is None:
                    self.stopped = self._why_stop(ended, played, clock.monotonic() >= until, is_shutting_down())
                after = None
                if turn.said is not None and self.stopped is None:
                    result = await self._say(turn, turn.said)
                    ended, played, after = result.end_conversation, played + 1, _answer(result)
                yield ReplayedTurn(turn, after)
        finally:
            if not ended:
                await self._sessions.close(self._project, self._start.environment, self._row)

    def _why_stop(self, ended: bool, played: int, is_late: bool, is_shutting_down: bool) -> Stopped | None:
        if ended:
            return Stopped.ENDED
        if played >= self._limits.turns:
            return Stopped.TURNS
        if is_late:
            return Stopped.TIME
        return Stopped.SHUTDOWN if is_shutting_down else None

    async def _say(self, turn: PlayedTurn, said: str) -> TurnResult:
        details = InputDetails(dtmf=turn.keys, metadata=turn.metadata)
        return await self._sessions.respond(
            self._project, self._start.environment, self._row, said or None, details=details
        )

    @property
    def _row(self) -> UUID:
        found = row_id(self.conversation_id)
        assert found is not None, "its id is one of ours"
        return found


def _answer(result: TurnResult) -> Answer:
    handoff = result.handoff.destination if result.handoff else None
    return answer_of(result.reply, result.trace.to_json(), handoff, result.end_conversation)
