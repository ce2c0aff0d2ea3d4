"""What a text message adds to the transaction of its turn: that it is answered, and with what."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from uuid import UUID

from parley.agent_host.protocol import Json
from parley.domain.texts import actions, thread_store
from parley.domain.texts.model import Message, TextSettled, Thread
from parley.kit.clock import Clock
from parley.runtime.turn.output import TurnResult
from parley.storage.db import Connection


class TurnHook:
    """A `ReplyHook`. Without a message it is a turn of the agent's own accord."""

    def __init__(self, clock: Clock, thread: Thread, conversation_id: UUID, message: Message | None) -> None:
        self._clock = clock
        self._thread = thread
        self._conversation_id = conversation_id
        self._message = message

    async def check(self) -> None:
        return

    async def settle(self) -> None:
        return

    async def store(self, tx: Connection, result: TurnResult) -> None:
        thread = await self._lock(tx)
        if thread.conversation_id != self._conversation_id:
            raise TextSettled
        await self._say(tx, thread, result)

    async def _lock(self, tx: Connection) -> Thread:
        """First the thread, then what is in it: a STOP has come before this, or comes after."""
        thread = await thread_store.lock_thread(tx, self._thread.id)
        if thread is None:
            raise TextSettled
        return thread

    async def _say(self, tx: Connection, thread: Thread, result: TurnResult, greeting: str = "") -> None:
        now = self._clock.now()
        if self._message is not None:
            await actions.settle_answered(tx, self._message.number, self._conversation_id, now)
        words = [greeting or thread.greeting, result.reply, *_links(result.output.attachments)]
        text = "\n\n".join(word.strip() for word in words if word.strip())
        await actions.say(tx, thread, self._conversation_id, text, now)
        await thread_store.set_said(tx, thread.id, result.dialog.language, now)
        if result.end_conversation:
            await thread_store.end_conversation(tx, thread.id, self._conversation_id)


class OpeningHook(TurnHook):
    """The thread gets its conversation with the opening turn. The greeting waits for the answer and goes with it; if
    the agent ends the conversation at once, it is the answer."""

    async def store(self, tx: Connection, result: TurnResult) -> None:
        thread, now = await self._lock(tx), self._clock.now()
        if thread.conversation_id is not None or thread.is_opted_out:
            raise TextSettled
        text = "\n\n".join([result.reply, *_links(result.output.attachments)])
        began_at = self._message.created_at if self._message else now
        await thread_store.begin_conversation(
            tx, thread.id, self._conversation_id, text, result.dialog.language, began_at, now
        )
        if result.end_conversation:
            await self._say(tx, thread, result)


def _links(attachments: Iterable[Json]) -> list[str]:
    """A text message has no cards: the address of each, behind its title."""
    found = []
    for one in attachments:
        if isinstance(one, Mapping) and isinstance(url := one.get("content_url"), str):
            title = one.get("title")
            found.append(f"{title}: {url}" if isinstance(title, str) and title else url)
    return found
