"""The only way into a conversation: open, respond, close. Begins and ends a turn in the database; the turn knows none.

A listener hears the reply piece by piece. The answer comes at the end, once the turn is on disk.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import Any
from uuid import UUID

from parley.domain.conversations import actions, memories, replies, store
from parley.domain.conversations.external_events import ExternalEvent
from parley.domain.conversations.model import (
    CHAT_PREFIX,
    TIMEOUT,
    ChatConversationEnded,
    ChatDraftNotExist,
    ChatTimeout,
    Claimed,
    Conversation,
    ConversationBusy,
    ConversationsNotFound,
    Ending,
    Manner,
    Taken,
    Wanted,
    public_id,
)
from parley.domain.conversations.redaction import redactor_of
from parley.domain.conversations.replies import Retry
from parley.domain.conversations.turns import Save, TurnWriter
from parley.domain.projects.place import Place
from parley.domain.projects.real_time import in_force
from parley.kit.clock import iso
from parley.kit.errors import FieldError, ValidationFailed
from parley.kit.ids import uuid7_at
from parley.runtime import turn
from parley.runtime.agents import Agent
from parley.runtime.arrivals import Arrivals, as_seen, joined, waiting_for
from parley.runtime.claims import Held
from parley.runtime.equipment import Equipment
from parley.runtime.events import Listener, Result, Speech
from parley.runtime.hiding import hidden
from parley.runtime.host.protocol import Json
from parley.runtime.keeping import PLAINLY, memory_identifier, taken_of
from parley.runtime.mind import Mind, Setting

Body = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Opening:
    """What a door knows of a conversation that is about to begin."""

    environment: str
    channel: str
    """The label in the record, such as WEBCHAT."""
    channel_type: str
    """What agent code sees, such as webchat.polyai."""
    variant: str | None = None
    language: str | None = None
    integration_attributes: Mapping[str, Json] | None = None
    from_number: str | None = None
    to_number: str | None = None
    sip_headers: Mapping[str, str] = field(default_factory=dict)
    id: UUID | None = None
    """A call has one before it is answered."""
    prefix: str = CHAT_PREFIX

    @property
    def is_call(self) -> bool:
        return self.prefix != CHAT_PREFIX


Render = Callable[[str, Result], Body]
"""The door's own form of a result, for the conversation with that public id: written to disk with the turn, and given
again to a retry."""


class Sessions:
    def __init__(self, equipment: Equipment, idle: timedelta) -> None:
        self._equipment = equipment
        self._db = equipment.db
        self._clock = equipment.clock
        self._claims = equipment.claims
        self._writer = TurnWriter(equipment.db)
        self.arrivals = Arrivals(equipment)
        self.idle = idle

    async def open(
        self,
        place: Place,
        opening: Opening,
        render: Render,
        retry: Retry | None = None,
        listener: Listener | None = None,
    ) -> Body:
        if (known := await replies.find(self._db, retry)) is not None:
            return known
        deployment = await self._equipment.deployments.of(place.id, opening.environment)
        if deployment is None:
            raise ChatDraftNotExist
        agent = await self._equipment.agents.of(deployment)
        heard_at = self._clock.now()
        conversation_id = opening.id or uuid7_at(heard_at)
        public = public_id(conversation_id, opening.prefix)
        mind = await self._begin(agent, place, opening, public)
        ports = await self._equipment.ports(agent, place, mind)
        result = await turn.open_conversation(mind, agent.compiled, ports, listener)
        variant = agent.compiled.variant(result.mind.variant)
        hide, caller = redactor_of(place), opening.from_number or ""
        conversation = Conversation(
            id=conversation_id,
            public_id=public,
            account_id=place.account_id,
            project_id=place.id,
            environment=opening.environment,
            deployment_id=deployment.id,
            channel=opening.channel,
            variant_id=variant.id if variant else "",
            variant_name=variant.name if variant else "",
            language=result.mind.language,
            from_number=hide.number(caller) if hide else caller,
            to_number=opening.to_number or "",
            started_at=heard_at,
        )
        body = render(public, result)
        taken = await hidden(taken_of(result, 0, heard_at, self._clock.now()), hide)
        return await self._start(conversation, taken, retry, body)

    async def respond(
        self,
        place: Place,
        environment: str,
        conversation: UUID,
        text: str | None,
        render: Render,
        retry: Retry | None = None,
        listener: Listener | None = None,
        manner: Manner = PLAINLY,
    ) -> Body:
        if retry is not None and (known := await replies.find(self._db, retry)) is not None:
            return known
        wanted = Wanted(conversation, place.id, environment)
        heard_at = self._clock.now()
        async with self._claims.hold(wanted) as held:
            if held is None or held.claimed.ended:
                raise await self._why_not(wanted, held)
            if retry is not None and (known := await replies.find(self._db, retry)) is not None:
                await self._claims.give_back(held)
                return known
            claimed = held.claimed
            if heard_at - claimed.last_active_at > self.idle:
                await self._close(claimed, Ending(TIMEOUT))
                raise ChatTimeout
            waiting = await waiting_for(self._db, claimed)
            result = await self._take(place, held, waiting, text, listener)
            body = render(held.mind.setting.id, _whole(result, held.mind.unheard))
            hide, answered_at = redactor_of(place), self._clock.now()
            taken = taken_of(result, claimed.live.turns, heard_at, answered_at, waiting, manner)
            return await self._end(held, result.mind, await hidden(taken, hide), retry, body)

    async def _take(
        self, place: Place, held: Held, waiting: Sequence[ExternalEvent], text: str | None, listener: Listener | None
    ) -> Result:
        """The turn itself. One that comes to nothing gives its claim back."""
        result: Result | None = None
        try:
            agent = await self._equipment.agents.of_id(held.claimed.deployment_id)
            mind = await self._recognising(agent, place, held.mind)
            if waiting:
                mind = turn.informed(mind, as_seen(waiting), agent.compiled)
            ports = await self._equipment.ports(agent, place, mind)
            if mind.unheard and listener is not None:
                await listener(Speech(f"{mind.unheard} "))
            result = await turn.respond(mind, text, agent.compiled, ports, listener)
            return result
        finally:
            if result is None:
                await self._claims.give_back(held)

    async def close(self, place: Place, environment: str, conversation: UUID) -> None:
        """Ends a conversation. One that has ended already stays as it is."""
        wanted = Wanted(conversation, place.id, environment)
        async with self._claims.hold(wanted) as held:
            if held is not None and not held.claimed.ended:
                await self._close(held.claimed, Ending("closed"))
                return
            reason = await self._why_not(wanted, held)
        if isinstance(reason, ConversationsNotFound):
            raise reason

    async def end(self, conversation: UUID, ending: Ending, metrics: Sequence[tuple[str, str]] = ()) -> None:
        """For a door that has the only line to the other side, when that is gone. What has ended stays as it is."""
        async with self._claims.hold(Wanted(conversation)) as held:
            if held is None:
                return
            if held.claimed.ended:
                await self._claims.give_back(held)
                return
            await self._close(held.claimed, ending, metrics)

    async def take_back(
        self,
        place: Place,
        conversation: UUID,
        problem: str,
        metrics: Sequence[tuple[str, str]],
        listener: Listener | None = None,
    ) -> Result:
        """The transfer of a call came to nothing: the agent goes on with the caller."""
        woken_at = self._clock.now()
        async with self._claims.hold(Wanted(conversation)) as held:
            if held is None or held.claimed.ended:
                raise await self._why_not(Wanted(conversation), held)
            claimed = held.claimed
            agent = await self._equipment.agents.of_id(claimed.deployment_id)
            ports = await self._equipment.ports(agent, place, held.mind)
            result = await turn.take_back(held.mind, problem, metrics, agent.compiled, ports, listener)
            hide = redactor_of(place)
            taken = taken_of(result, claimed.live.turns, woken_at, self._clock.now())
            await self._end(held, result.mind, await hidden(taken, hide), None, {})
            return result

    async def close_idle(self, conversation: UUID) -> None:
        async with self._claims.hold(Wanted(conversation)) as held:
            if held is None:
                return
            if held.claimed.ended or self._clock.now() - held.claimed.last_active_at <= self.idle:
                await self._claims.give_back(held)
                return
            await self._close(held.claimed, Ending(TIMEOUT))

    async def _begin(self, agent: Agent, place: Place, opening: Opening, public: str) -> Mind:
        if opening.variant is not None and agent.compiled.variant(opening.variant) is None:
            problem = FieldError("variant_id", "is not a variant of this project")
            raise ValidationFailed(fields=[problem])
        project = agent.project
        edited = await self._equipment.edited.of(place.id, opening.environment)
        setting = Setting(
            id=public,
            account_id=project.account_id or place.account_id,
            project_id=project.project_id or place.id,
            env=opening.environment,
            channel_type=opening.channel_type,
            started_at=iso(self._clock.now()),
            caller_number=opening.from_number,
            callee_number=opening.to_number,
            sip_headers=opening.sip_headers,
            is_call=opening.is_call,
            integration_attributes=opening.integration_attributes,
            real_time_config=in_force(project.real_time_config.get(opening.environment, {}), edited),
        )
        identifier = memory_identifier(project.experimental.memory, setting, {})
        if identifier is not None:
            known = await memories.recall(self._db, place.id, identifier, self._clock.now())
            setting = replace(setting, memory=known)
        return agent.compiled.begin(setting, variant=opening.variant, language=opening.language)

    async def _recognising(self, agent: Agent, place: Place, mind: Mind) -> Mind:
        """A project may learn only from its own state who a caller is: the memory of them comes with the next turn."""
        settings = agent.project.experimental.memory
        if settings is None or mind.setting.memory or not settings.identifier_source.startswith("state:"):
            return mind
        identifier = memory_identifier(settings, mind.setting, mind.state_json)
        known = await memories.recall(self._db, place.id, identifier, self._clock.now()) if identifier else {}
        if not known:
            return mind
        recognised = mind.copied()
        recognised.setting = replace(mind.setting, memory=known)
        return recognised

    async def _start(self, conversation: Conversation, taken: Taken, retry: Retry | None, body: Body) -> Body:
        async with self._db.transaction() as tx:
            if await replies.keep(tx, retry, body):
                await actions.start(tx, conversation, taken)
                return body
        return await self._earlier(retry)

    async def _end(self, held: Held, mind: Mind, taken: Taken, retry: Retry | None, body: Body) -> Body:
        if taken.is_plain and retry is None:
            await self._save(held, mind, taken)
            return body
        async with self._db.transaction() as tx:
            if await replies.keep(tx, retry, body):
                await actions.end_turn(tx, held.claimed, taken)
                return body
        await self._claims.give_back(held)
        return await self._earlier(retry)

    async def _save(self, held: Held, mind: Mind, taken: Taken) -> None:
        """Most turns: written together with those of other conversations, the claim kept for the next one."""
        claimed = held.claimed
        keeps = not (held.wanted_elsewhere or held.moves or claimed.awaits_events)
        if not await self._writer.save(Save(claimed, taken.turn, taken.live, ended=False, keeps_claim=keeps)):
            raise ConversationBusy
        if keeps:
            at = taken.turn.agent_response_at
            self._claims.keep(claimed.after(taken.live, at), mind)

    async def _earlier(self, retry: Retry | None) -> Body:
        """The answer of a request with the same key that was faster."""
        known = await replies.find(self._db, retry)
        assert known is not None, "a reply that could not be kept is there already"
        return known

    async def _close(self, claimed: Claimed, ending: Ending, metrics: Sequence[tuple[str, str]] = ()) -> None:
        async with self._db.transaction() as tx:
            await actions.close(tx, claimed, ending, self._clock.now(), metrics)

    async def _why_not(self, wanted: Wanted, held: Held | None) -> Exception:
        """Why no turn can be taken: the conversation does not exist for this caller, or it has ended."""
        if held is not None:
            await self._claims.give_back(held)
        header = await store.find_header(self._db, wanted.id)
        if header is None or (header["project_id"], header["environment"]) != (wanted.project_id, wanted.environment):
            return ConversationsNotFound()
        return ChatTimeout() if header["end_reason"] == TIMEOUT else ChatConversationEnded()


def _whole(result: Result, unheard: str) -> Result:
    """What the agent said of its own accord while nobody was listening comes before its answer."""
    return replace(result, reply=joined(unheard, result.reply)) if unheard else result
