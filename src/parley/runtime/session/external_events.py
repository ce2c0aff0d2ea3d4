"""External events, from the disk into the mind of a conversation.

Whoever has the conversation takes in what waits for it, in the transaction that takes it off the disk: each event is
known once, in the order of arrival. A turn does so before it thinks. In between it is the door that attends the
conversation, or else the process that accepted the event; and a job, should both be gone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from uuid import UUID

from parley.agent_host.protocol import Json
from parley.domain.conversations import actions, external_event_store
from parley.domain.conversations.external_events import ExternalEvent
from parley.domain.conversations.model import ConversationRef, LiveConversation
from parley.domain.conversations.redaction import project_redactor
from parley.domain.projects import store as projects
from parley.kit.clock import iso
from parley.kit.errors import ParleyError
from parley.kit.log import logger
from parley.runtime.session.dependencies import Dependencies
from parley.runtime.session.leases import Lease
from parley.runtime.session.persistence import live_of, turn_write
from parley.runtime.session.redaction import hidden
from parley.runtime.turn import run
from parley.runtime.turn.bounded_log import History
from parley.runtime.turn.dialog import noted
from parley.runtime.turn.output import Listener, TurnResult
from parley.storage.db import Database

log = logger(__name__)


class Arrivals:
    def __init__(self, dependencies: Dependencies) -> None:
        self._dependencies = dependencies
        self._coming: dict[UUID, object] = {}
        """Conversations that somebody here is about to have, to take in their events."""

    async def take_in_soon(self, conversation: UUID) -> None:
        """For whoever accepted an event, and does not wait for what comes of it."""
        if conversation in self._coming:
            return
        ourselves = self._coming[conversation] = object()
        try:
            await self.take_in(conversation)
        except ParleyError as error:
            log.warning("events_left_to_the_job", error=type(error).__name__)
        finally:
            if self._coming.get(conversation) is ourselves:
                del self._coming[conversation]

    async def take_in(self, conversation: UUID, listener: Listener | None = None) -> TurnResult | None:
        """Takes in what waits. If some of it is meant for the model, the agent speaks: the listener hears it at once,
        and without one it is kept for the next answer. None: nobody has to say anything."""
        async with self._dependencies.claims.hold(ConversationRef(conversation)) as held:
            self._coming.pop(conversation, None)  # from now on, what comes may be too late for us
            if held is None:
                return None
            try:
                return await self._take_in(held, listener)
            finally:
                await self._dependencies.claims.release(held)  # unless what was written has done so

    async def _take_in(self, held: Lease, listener: Listener | None) -> TurnResult | None:
        waiting = await external_event_store.list_pending_events(self._dependencies.db, held.claimed.id)
        if held.claimed.ended or held.dialog.ended or not waiting:  # while it is transferred they wait
            return None
        if any(event.send_to_llm for event in waiting):
            return await self._wake(held, waiting, listener)
        live = live_of(noted(held.dialog, as_seen(waiting)), held.claimed.live.turns)
        async with self._dependencies.db.transaction() as tx:
            await actions.deliver_events(tx, held.claimed, live, waiting[-1].number)
        return None

    async def _wake(self, held: Lease, waiting: Sequence[ExternalEvent], listener: Listener | None) -> TurnResult:
        dependencies, claimed = self._dependencies, held.claimed
        woken_at = dependencies.clock.now()
        agent = await dependencies.agents.of_id(claimed.deployment_id)
        place = await projects.find_project_by_id(dependencies.db, claimed.project_id)
        assert place is not None, "a conversation's project cannot be gone: it would have taken the conversation along"
        dialog = run.informed(held.dialog, as_seen(waiting), agent.compiled)
        result = await run.wake(dialog, agent.compiled, await dependencies.ports(agent, place, dialog), listener)
        if listener is None:
            result.dialog.unheard = joined(dialog.unheard, result.reply)[-History.MOST_CHARACTERS :]
        taken = turn_write(result, claimed.live.turns, woken_at, dependencies.clock.now(), waiting)
        taken = await hidden(taken, project_redactor(place))
        async with dependencies.db.transaction() as tx:
            await actions.end_turn(tx, claimed, taken)
        return result


async def waiting_for(db: Database, claimed: LiveConversation) -> Sequence[ExternalEvent]:
    """What a turn has to take in before it thinks. Most conversations await nothing, and nobody asks."""
    return await external_event_store.list_pending_events(db, claimed.id) if claimed.awaits_events else ()


def as_seen(events: Sequence[ExternalEvent]) -> list[Mapping[str, Json]]:
    """As functions see them."""
    return [
        {
            "ext_event_id": event.event_id,
            "send_to_llm": event.send_to_llm,
            "created_at": iso(event.created_at),
            "data": event.data,
            "content_type": event.content_type,
        }
        for event in events
    ]


def joined(before: str, after: str) -> str:
    return f"{before} {after}" if before and after else before or after
