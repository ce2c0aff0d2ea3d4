"""Takes turns like everybody's, and tells the caller in words what is said."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Any
from uuid import UUID

from parley.domain.projects.info import ProjectInfo
from parley.runtime.messaging.call_links import CallLink, CallLinks
from parley.runtime.session.dependencies import Dependencies
from parley.runtime.session.opening import ConversationStart
from parley.runtime.session.reply_hook import ReplyHook
from parley.runtime.session.sessions import Sessions
from parley.runtime.turn.output import Event, Listener, Speech, TurnResult
from parley.telephony.webrtc.browser_call import BrowserCall

AGENT, USER = "agent", "user"


class CaptionedSessions(Sessions):
    """The agent's words come as they are said, and once more as a whole. A text that is final takes the place of all
    that was told of its turn and role."""

    def __init__(self, dependencies: Dependencies, idle: timedelta, call: BrowserCall, links: CallLinks) -> None:
        super().__init__(dependencies, idle)
        self._call = call
        self._links = links
        self._link: CallLink | None = None
        self._turn = 0

    async def open(self, project: ProjectInfo, start: ConversationStart, **options: Any) -> TurnResult:
        if self._call.call_sid is not None:
            self._link = self._links.of(project.id, start.environment, self._call.call_sid)
            self._call.on_end(self._link.end)
        result = await super().open(project, start, **self._listening(options))
        self._call.tell_conversation(result.conversation_id)
        return self._said(result)

    async def respond(
        self, project: ProjectInfo, environment: str, conversation: UUID, text: str | None, **options: Any
    ) -> TurnResult:
        if text:
            self._call.caption(USER, self._turn + 1, text, is_final=True)
        result = await super().respond(project, environment, conversation, text, **self._listening(options))
        # Not before: a turn that is taken back was never said.
        if text and self._link is not None:
            self._link.tell_user(text)
        return self._said(result)

    async def resume_after_transfer(
        self,
        project: ProjectInfo,
        conversation: UUID,
        problem: str,
        metrics: Sequence[tuple[str, str]],
        listener: Listener | None = None,
        hook: ReplyHook | None = None,
    ) -> TurnResult:
        heard = self._heard_by(listener)
        return self._said(await super().resume_after_transfer(project, conversation, problem, metrics, heard, hook))

    async def cut_reply(self, project: ProjectInfo, conversation: UUID, heard: str) -> None:
        await super().cut_reply(project, conversation, heard)
        self._call.caption(AGENT, self._turn, heard, is_final=True)

    def _listening(self, options: dict[str, Any]) -> dict[str, Any]:
        return {**options, "listener": self._heard_by(options.get("listener"))}

    def _heard_by(self, listener: Listener | None) -> Listener:
        async def hear(event: Event) -> None:
            if listener is not None:
                await listener(event)
            if isinstance(event, Speech) and not event.as_keys:
                self._call.caption(AGENT, self._turn + 1, event.text, is_final=False)

        return hear

    def _said(self, result: TurnResult) -> TurnResult:
        self._turn += 1
        self._call.caption(AGENT, self._turn, result.reply, is_final=True)
        if self._link is not None:
            self._link.tell_agent(result)
        return result
