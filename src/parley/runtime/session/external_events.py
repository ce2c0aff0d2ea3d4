"""External events, from the disk into the dialog state of a conversation.

Whoever has the conversation takes in what waits for it, in the transaction that takes it off the disk: each event is
known once, in the order of arrival. A turn does so before it begins. In between it is the door that attends the
conversation, or else the process that accepted the event; and a job, should both be gone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
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
from parley.runtime.session.outlets import Push
from parley.runtime.session.persistence import live_of, turn_write
from parley.runtime.session.redaction import hidden
from parley.runtime.session.turn_metrics import turn_metrics
from parley.runtime.turn import run
from parley.runtime.turn.bounded_log import History
from parley.runtime.turn.dialog import with_events
from parley.runtime.turn.output import Listener, TurnResult
from parley.storage.db import Database

log = logger(__name__)


class EventInbox:
    def __init__(self, dependencies: Dependencies) -> None:
        self._dependencies = dependencies
        self._on_the_way: dict[UUID, object] = {}
        """Conversations that somebody here is about to lease, to deliver their events."""

    async def deliver_soon(self, conversation: UUID) -> None:
        """For whoever accepted an event, and does not wait for what comes of it."""
        # Whoever is on the way reads all that waits once it has the lease, this event too.
        if conversation in self._on_the_way:
            return
        ourselves = self._on_the_way[conversation] = object()
        try:
            await self.deliver(conversation)
        except ParleyError as error:
            log.warning("events_left_to_the_job", error=type(error).__name__)
        finally:
            # The mark goes when the lease is there; another may have set its own since.
            if self._on_the_way.get(conversation) is ourselves:
                del self._on_the_way[conversation]

    async def deliver(self, conversation: UUID, listener: Listener | None = None) -> TurnResult | None:
        """Delivers what waits. If some of it is meant for the model, the agent speaks: the listener hears it at once.
        Without one the user's client gets it, if it can be reached, else it is kept for the next answer. None: nobody
        has to say anything."""
        async with self._dependencies.leases.hold(ConversationRef(conversation)) as lease:
            self._on_the_way.pop(conversation, None)  # from now on, what comes may be too late for us
            return await self._deliver(lease, listener) if lease is not None else None

    async def _deliver(self, lease: Lease, listener: Listener | None) -> TurnResult | None:
        conversation = lease.conversation
        waiting = await external_event_store.list_pending_events(self._dependencies.db, conversation.id)
        if conversation.ended or lease.dialog.ended or not waiting:  # while it is transferred they wait
            return None
        if any(event.send_to_llm for event in waiting):
            return await self._wake(lease, waiting, listener)
        live = live_of(with_events(lease.dialog, as_functions_see(waiting)), conversation.live.turns)
        async with self._dependencies.db.transaction() as tx:
            await actions.deliver_events(tx, conversation, live, waiting[-1].number)
        lease.settle()
        return None

    async def _wake(self, lease: Lease, waiting: Sequence[ExternalEvent], listener: Listener | None) -> TurnResult:
        dependencies, conversation = self._dependencies, lease.conversation
        began_at = dependencies.clock.now()
        agent = await dependencies.agents.of_id(conversation.deployment_id, conversation.environment)
        project = await projects.find_project_by_id(dependencies.db, conversation.project_id)
        assert project is not None, "a conversation's project cannot be gone: it would have taken it along"
        dialog = run.with_events_for_model(lease.dialog, as_functions_see(waiting), agent.compiled)
        ports = await dependencies.ports(agent, project, dialog)
        push = await self._push(conversation.id) if listener is None else None
        result = await run.wake(dialog, agent.compiled, ports, listener)
        if listener is None and push is None:
            result.dialog.unheard = joined(dialog.unheard, result.reply)[-History.MOST_CHARACTERS :]
        write = turn_write(result, conversation.live.turns, began_at, dependencies.clock.now(), waiting)
        write = await hidden(write, project_redactor(project))
        async with dependencies.db.transaction() as tx:
            if push is not None:
                await push.store(tx, result)
            await actions.end_turn(tx, conversation, write)
        lease.settle()
        turn_metrics.count(result)
        if push is not None:
            push.publish()
        return result

    async def _push(self, conversation: UUID) -> Push | None:
        for outlet in self._dependencies.outlets:
            if (push := await outlet.find_push(conversation)) is not None:
                return push
        return None


async def waiting_for(db: Database, conversation: LiveConversation) -> Sequence[ExternalEvent]:
    """What a turn has to know before it begins. Most conversations await nothing, and nobody asks."""
    return await external_event_store.list_pending_events(db, conversation.id) if conversation.awaits_events else ()


def as_functions_see(events: Sequence[ExternalEvent]) -> list[Mapping[str, Json]]:
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


def with_unheard(result: TurnResult, unheard: str) -> TurnResult:
    """What the agent said of its own accord while nobody was listening comes before its answer."""
    return replace(result, reply=joined(unheard, result.reply)) if unheard else result


def joined(before: str, after: str) -> str:
    return f"{before} {after}" if before and after else before or after
