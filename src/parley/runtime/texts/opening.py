"""How a conversation by text message begins: because a message came, or because somebody asked for one."""

from __future__ import annotations

from uuid import UUID

from parley.domain.conversations.model import CHAT_PREFIX, TEXT_PREFIX
from parley.domain.numbers.model import PhoneNumber
from parley.domain.projects.info import ProjectInfo
from parley.domain.texts import actions, thread_store
from parley.domain.texts.model import GRACE, IDLE, Channel, Pair, TextSettled
from parley.kit.clock import Clock
from parley.kit.ids import uuid7, uuid7_at
from parley.runtime.session.opening import ConversationStart
from parley.runtime.session.reply_hook import ReplyHook
from parley.runtime.session.sessions import Sessions
from parley.runtime.turn.output import TurnResult
from parley.storage.db import Connection

BACKSTOP = 2 * IDLE + GRACE
"""Threads end their conversations themselves. What is left all the same ends after this."""


def conversation_start(
    conversation_id: UUID, pair: Pair, environment: str, variant: str, opening: str = ""
) -> ConversationStart:
    return ConversationStart(
        environment=environment,
        channel=pair.channel.label,
        channel_type=pair.channel.type,
        variant=variant or None,
        from_number=pair.user_number,
        to_number=pair.our_number,
        id=conversation_id,
        prefix=TEXT_PREFIX if pair.channel is Channel.SMS else CHAT_PREFIX,
        idle=BACKSTOP,
        opening=opening,
    )


class AskedOpening:
    """A `ReplyHook`: the opening words go out with the turn that they are. `kept` keeps the answer for a retry."""

    def __init__(
        self,
        clock: Clock,
        pair: Pair,
        number: PhoneNumber,
        connector_id: str,
        conversation_id: UUID,
        kept: ReplyHook | None,
        service_sid: str,
    ) -> None:
        self._clock = clock
        self._pair = pair
        self._number = number
        self._connector_id = connector_id
        self._conversation_id = conversation_id
        self._kept = kept
        self._service_sid = service_sid

    async def check(self) -> None:
        if self._kept is not None:
            await self._kept.check()

    async def settle(self) -> None:
        if self._kept is not None:
            await self._kept.settle()

    async def store(self, tx: Connection, result: TurnResult) -> None:
        # The reply first: of two requests with one key the second waits here, and writes nothing.
        if self._kept is not None:
            await self._kept.store(tx, result)
        now = self._clock.now()
        thread = await thread_store.lock_pair(tx, uuid7(), self._pair, self._number, self._connector_id, now)
        if thread.is_opted_out:
            raise TextSettled
        language = result.dialog.language
        conversation_id, service_sid = self._conversation_id, self._service_sid
        await actions.open_thread(tx, thread, conversation_id, result.reply, language, now, service_sid)
        if result.end_conversation:
            await thread_store.end_conversation(tx, thread.id, self._conversation_id)


async def text_first(
    sessions: Sessions,
    clock: Clock,
    project: ProjectInfo,
    number: PhoneNumber,
    connector_id: str,
    user_number: str,
    text: str,
    kept: ReplyHook | None,
    service_sid: str = "",
) -> TurnResult:
    """The agent texts somebody who has not asked. Raises `TextSettled` when they want no messages. `service_sid`: a
    messaging service of the carrier sends it."""
    pair, conversation_id = Pair(Channel.SMS, number.number, user_number), uuid7_at(clock.now())
    hook = AskedOpening(clock, pair, number, connector_id, conversation_id, kept, service_sid)
    start = conversation_start(conversation_id, pair, number.environment, number.variant_id, text)
    return await sessions.open(project, start, hook=hook)
