"""The only way into a conversation: open, respond, close. Begins and ends a turn in the database; the turn knows none.

A listener hears the reply piece by piece. The answer comes at the end, once the turn is on disk.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import Any
from uuid import UUID

from parley.agent_host.protocol import Json
from parley.domain.conversations import actions, memory_store, reply_store, store
from parley.domain.conversations.external_events import ExternalEvent
from parley.domain.conversations.model import (
    CHAT_PREFIX,
    TIMEOUT,
    ChatConversationEnded,
    ChatDraftNotExist,
    ChatTimeout,
    Conversation,
    ConversationBusy,
    ConversationRef,
    ConversationsNotFound,
    Ending,
    IdempotencyKey,
    InputDetails,
    LiveConversation,
    TurnRow,
    TurnWrite,
    public_id,
)
from parley.domain.conversations.redaction import project_redactor
from parley.domain.conversations.turn_store import TurnWriter
from parley.domain.projects.info import ProjectInfo
from parley.domain.projects.real_time import effective_variables
from parley.kit.clock import iso
from parley.kit.errors import FieldError, ValidationFailed
from parley.kit.ids import uuid7_at
from parley.runtime.agent.agents import Agent
from parley.runtime.session.dependencies import Dependencies
from parley.runtime.session.external_events import Arrivals, as_seen, joined, waiting_for
from parley.runtime.session.leases import Lease
from parley.runtime.session.persistence import PLAINLY, memory_identifier, turn_write
from parley.runtime.session.redaction import hidden
from parley.runtime.turn import run
from parley.runtime.turn.dialog import ConversationContext, DialogState, new_dialog
from parley.runtime.turn.output import Listener, Speech, TurnResult

Body = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class ConversationStart:
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


Render = Callable[[str, TurnResult], Body]
"""The door's own form of a result, for the conversation with that public id: written to disk with the turn, and given
again to a retry."""


class Sessions:
    def __init__(self, dependencies: Dependencies, idle: timedelta) -> None:
        self._dependencies = dependencies
        self._db = dependencies.db
        self._clock = dependencies.clock
        self._claims = dependencies.claims
        self._writer = TurnWriter(dependencies.db)
        self.arrivals = Arrivals(dependencies)
        self.idle = idle

    async def open(
        self,
        project_info: ProjectInfo,
        opening: ConversationStart,
        render: Render,
        retry: IdempotencyKey | None = None,
        listener: Listener | None = None,
    ) -> Body:
        if (known := await reply_store.find_reply(self._db, retry)) is not None:
            return known
        deployment = await self._dependencies.deployments.find(project_info.id, opening.environment)
        if deployment is None:
            raise ChatDraftNotExist
        agent = await self._dependencies.agents.of(deployment)
        heard_at = self._clock.now()
        conversation_id = opening.id or uuid7_at(heard_at)
        public = public_id(conversation_id, opening.prefix)
        dialog = await self._begin(agent, project_info, opening, public)
        ports = await self._dependencies.ports(agent, project_info, dialog)
        result = await run.open_conversation(dialog, agent.compiled, ports, listener)
        variant = agent.compiled.variant(result.dialog.variant)
        hide, caller = project_redactor(project_info), opening.from_number or ""
        conversation = Conversation(
            id=conversation_id,
            public_id=public,
            account_id=project_info.account_id,
            project_id=project_info.id,
            environment=opening.environment,
            deployment_id=deployment.id,
            channel=opening.channel,
            variant_id=variant.id if variant else "",
            variant_name=variant.name if variant else "",
            language=result.dialog.language,
            from_number=hide.number(caller) if hide else caller,
            to_number=opening.to_number or "",
            started_at=heard_at,
        )
        body = render(public, result)
        taken = await hidden(turn_write(result, 0, heard_at, self._clock.now()), hide)
        return await self._start(conversation, taken, retry, body)

    async def respond(
        self,
        project_info: ProjectInfo,
        environment: str,
        conversation: UUID,
        text: str | None,
        render: Render,
        retry: IdempotencyKey | None = None,
        listener: Listener | None = None,
        manner: InputDetails = PLAINLY,
    ) -> Body:
        if retry is not None and (known := await reply_store.find_reply(self._db, retry)) is not None:
            return known
        wanted = ConversationRef(conversation, project_info.id, environment)
        heard_at = self._clock.now()
        async with self._claims.hold(wanted) as held:
            if held is None or held.claimed.ended:
                raise await self._why_not(wanted, held)
            if retry is not None and (known := await reply_store.find_reply(self._db, retry)) is not None:
                await self._claims.release(held)
                return known
            claimed = held.claimed
            if heard_at - claimed.last_active_at > self.idle:
                await self._close(claimed, Ending(TIMEOUT))
                raise ChatTimeout
            waiting = await waiting_for(self._db, claimed)
            result = await self._take(project_info, held, waiting, text, listener)
            body = render(held.dialog.context.id, _whole(result, held.dialog.unheard))
            hide, answered_at = project_redactor(project_info), self._clock.now()
            taken = turn_write(result, claimed.live.turns, heard_at, answered_at, waiting, manner)
            return await self._end(held, result.dialog, await hidden(taken, hide), retry, body)

    async def _take(
        self,
        project_info: ProjectInfo,
        held: Lease,
        waiting: Sequence[ExternalEvent],
        text: str | None,
        listener: Listener | None,
    ) -> TurnResult:
        """The turn itself. One that comes to nothing gives its claim back."""
        result: TurnResult | None = None
        try:
            agent = await self._dependencies.agents.of_id(held.claimed.deployment_id)
            dialog = await self._recognising(agent, project_info, held.dialog)
            if waiting:
                dialog = run.informed(dialog, as_seen(waiting), agent.compiled)
            ports = await self._dependencies.ports(agent, project_info, dialog)
            if dialog.unheard and listener is not None:
                await listener(Speech(f"{dialog.unheard} "))
            result = await run.respond(dialog, text, agent.compiled, ports, listener)
            return result
        finally:
            if result is None:
                await self._claims.release(held)

    async def close(self, project_info: ProjectInfo, environment: str, conversation: UUID) -> None:
        """Ends a conversation. One that has ended already stays as it is."""
        wanted = ConversationRef(conversation, project_info.id, environment)
        async with self._claims.hold(wanted) as held:
            if held is not None and not held.claimed.ended:
                await self._close(held.claimed, Ending("closed"))
                return
            reason = await self._why_not(wanted, held)
        if isinstance(reason, ConversationsNotFound):
            raise reason

    async def end(self, conversation: UUID, ending: Ending, metrics: Sequence[tuple[str, str]] = ()) -> None:
        """For a door that has the only line to the other side, when that is gone. What has ended stays as it is."""
        async with self._claims.hold(ConversationRef(conversation)) as held:
            if held is None:
                return
            if held.claimed.ended:
                await self._claims.release(held)
                return
            await self._close(held.claimed, ending, metrics)

    async def take_back(
        self,
        project_info: ProjectInfo,
        conversation: UUID,
        problem: str,
        metrics: Sequence[tuple[str, str]],
        listener: Listener | None = None,
    ) -> TurnResult:
        """The transfer of a call came to nothing: the agent goes on with the caller."""
        woken_at = self._clock.now()
        async with self._claims.hold(ConversationRef(conversation)) as held:
            if held is None or held.claimed.ended:
                raise await self._why_not(ConversationRef(conversation), held)
            claimed = held.claimed
            agent = await self._dependencies.agents.of_id(claimed.deployment_id)
            ports = await self._dependencies.ports(agent, project_info, held.dialog)
            result = await run.take_back(held.dialog, problem, metrics, agent.compiled, ports, listener)
            hide = project_redactor(project_info)
            taken = turn_write(result, claimed.live.turns, woken_at, self._clock.now())
            await self._end(held, result.dialog, await hidden(taken, hide), None, {})
            return result

    async def close_idle(self, conversation: UUID) -> None:
        async with self._claims.hold(ConversationRef(conversation)) as held:
            if held is None:
                return
            if held.claimed.ended or self._clock.now() - held.claimed.last_active_at <= self.idle:
                await self._claims.release(held)
                return
            await self._close(held.claimed, Ending(TIMEOUT))

    async def _begin(
        self, agent: Agent, project_info: ProjectInfo, opening: ConversationStart, public: str
    ) -> DialogState:
        if opening.variant is not None and agent.compiled.variant(opening.variant) is None:
            problem = FieldError("variant_id", "is not a variant of this project")
            raise ValidationFailed(fields=[problem])
        project = agent.project
        edited = await self._dependencies.edited.find_variables(project_info.id, opening.environment)
        context = ConversationContext(
            id=public,
            account_id=project.account_id or project_info.account_id,
            project_id=project.project_id or project_info.id,
            env=opening.environment,
            channel_type=opening.channel_type,
            started_at=iso(self._clock.now()),
            caller_number=opening.from_number,
            callee_number=opening.to_number,
            sip_headers=opening.sip_headers,
            is_call=opening.is_call,
            integration_attributes=opening.integration_attributes,
            real_time_config=effective_variables(project.real_time_config.get(opening.environment, {}), edited),
        )
        identifier = memory_identifier(project.experimental.memory, context, {})
        if identifier is not None:
            known = await memory_store.find_memory(self._db, project_info.id, identifier, self._clock.now())
            context = replace(context, memory=known)
        return new_dialog(agent.compiled, context, variant=opening.variant, language=opening.language)

    async def _recognising(self, agent: Agent, project_info: ProjectInfo, dialog: DialogState) -> DialogState:
        """A project may learn only from its own state who a caller is: the memory of them comes with the next turn."""
        settings = agent.project.experimental.memory
        if settings is None or dialog.context.memory or not settings.identifier_source.startswith("state:"):
            return dialog
        identifier = memory_identifier(settings, dialog.context, dialog.state_json)
        known = (
            await memory_store.find_memory(self._db, project_info.id, identifier, self._clock.now())
            if identifier
            else {}
        )
        if not known:
            return dialog
        recognised = dialog.copied()
        recognised.context = replace(dialog.context, memory=known)
        return recognised

    async def _start(
        self, conversation: Conversation, taken: TurnWrite, retry: IdempotencyKey | None, body: Body
    ) -> Body:
        async with self._db.transaction() as tx:
            if await reply_store.insert_reply(tx, retry, body):
                await actions.start(tx, conversation, taken)
                return body
        return await self._earlier(retry)

    async def _end(
        self, held: Lease, dialog: DialogState, taken: TurnWrite, retry: IdempotencyKey | None, body: Body
    ) -> Body:
        if taken.is_plain and retry is None:
            await self._save(held, dialog, taken)
            return body
        async with self._db.transaction() as tx:
            if await reply_store.insert_reply(tx, retry, body):
                await actions.end_turn(tx, held.claimed, taken)
                return body
        await self._claims.release(held)
        return await self._earlier(retry)

    async def _save(self, held: Lease, dialog: DialogState, taken: TurnWrite) -> None:
        """Most turns: written together with those of other conversations, the claim kept for the next one."""
        claimed = held.claimed
        keeps = not (held.wanted_elsewhere or held.moves or claimed.awaits_events)
        if not await self._writer.save(TurnRow(claimed, taken.turn, taken.live, ended=False, keeps_lease=keeps)):
            raise ConversationBusy
        if keeps:
            at = taken.turn.agent_response_at
            self._claims.keep(claimed.after(taken.live, at), dialog)

    async def _earlier(self, retry: IdempotencyKey | None) -> Body:
        """The answer of a request with the same key that was faster."""
        known = await reply_store.find_reply(self._db, retry)
        assert known is not None, "a reply that could not be kept is there already"
        return known

    async def _close(self, claimed: LiveConversation, ending: Ending, metrics: Sequence[tuple[str, str]] = ()) -> None:
        async with self._db.transaction() as tx:
            await actions.close(tx, claimed, ending, self._clock.now(), metrics)

    async def _why_not(self, wanted: ConversationRef, held: Lease | None) -> Exception:
        """Why no turn can be taken: the conversation does not exist for this caller, or it has ended."""
        if held is not None:
            await self._claims.release(held)
        header = await store.find_header(self._db, wanted.id)
        if header is None or (header["project_id"], header["environment"]) != (wanted.project_id, wanted.environment):
            return ConversationsNotFound()
        return ChatTimeout() if header["end_reason"] == TIMEOUT else ChatConversationEnded()


def _whole(result: TurnResult, unheard: str) -> TurnResult:
    """What the agent said of its own accord while nobody was listening comes before its answer."""
    return replace(result, reply=joined(unheard, result.reply)) if unheard else result
