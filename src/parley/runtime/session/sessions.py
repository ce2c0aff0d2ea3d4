"""The only way into a conversation: open, respond, close. Begins and ends a turn in the database; the turn knows none.

A listener hears the reply piece by piece. The result comes at the end, once the turn is on disk.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from datetime import timedelta
from uuid import UUID

from parley.domain.conversations import actions, lease_store, store
from parley.domain.conversations.model import (
    CLOSED,
    NO_DETAILS,
    TIMEOUT,
    ChatConversationEnded,
    ChatTimeout,
    Conversation,
    ConversationBusy,
    ConversationRef,
    ConversationsNotFound,
    Ending,
    InputDetails,
    LiveConversation,
    TurnRow,
    TurnWrite,
    public_id,
)
from parley.domain.conversations.redaction import project_redactor
from parley.domain.conversations.turn_store import TurnWriter
from parley.domain.projects.info import ProjectInfo
from parley.kit.ids import uuid7_at
from parley.kit.tasks import Tasks
from parley.runtime.agent.agents import Agent
from parley.runtime.session.dependencies import Dependencies
from parley.runtime.session.external_events import EventInbox, as_functions_see, waiting_for, with_unheard
from parley.runtime.session.leases import Lease
from parley.runtime.session.memory import with_memory
from parley.runtime.session.newest_deployment import follow_newest
from parley.runtime.session.opening import ConversationStart, begin_dialog, choose_deployment
from parley.runtime.session.pending_turns import ForeseenTurn, PendingTurn, TurnWithdrawn, Work
from parley.runtime.session.persistence import dialog_of, ending_of, live_of, turn_write
from parley.runtime.session.real_time import with_values
from parley.runtime.session.redaction import hidden
from parley.runtime.session.reply_hook import ReplyHook
from parley.runtime.session.turn_metrics import turn_metrics
from parley.runtime.session.user_turn import NO_CONTEXT, DoorContext, UserTurn
from parley.runtime.turn import run
from parley.runtime.turn.commitment import COUNTS, Commitment
from parley.runtime.turn.dialog import DialogState
from parley.runtime.turn.output import Listener, Speech, TurnOutput, TurnResult
from parley.runtime.turn.ports import Ports
from parley.runtime.turn.reply.interruption import cut_reply

OwnTurn = Callable[[DialogState, Agent, Ports], Awaitable[TurnResult]]


class Sessions:
    def __init__(self, dependencies: Dependencies, idle: timedelta) -> None:
        self._dependencies = dependencies
        self._db = dependencies.db
        self._clock = dependencies.clock
        self._leases = dependencies.leases
        self._writer = TurnWriter(dependencies.db)
        self.events = EventInbox(dependencies)
        self.idle = idle
        self._tasks = Tasks()

    async def open(
        self,
        project: ProjectInfo,
        start: ConversationStart,
        *,
        hook: ReplyHook | None = None,
        listener: Listener | None = None,
    ) -> TurnResult:
        if hook is not None:
            # A retry is answered before anything is done for it a second time.
            await hook.check()
        # The id carries this moment: partitions by id are partitions by time.
        conversation_id = start.id or uuid7_at(self._clock.now())
        deployment, test = await choose_deployment(self._dependencies, project, start, conversation_id)
        agent = await self._dependencies.agents.of(deployment, start.environment)
        heard_at = self._clock.now()
        dialog = await begin_dialog(self._dependencies, agent, project, start, public_id(conversation_id, start.prefix))
        ports = await self._dependencies.ports(agent, project, dialog)
        result = await run.open_conversation(dialog, agent.compiled, ports, listener, start.opening)
        variant = agent.compiled.variant(result.dialog.variant)
        hide, caller = project_redactor(project), start.from_number or ""
        conversation = Conversation(
            id=conversation_id,
            public_id=result.conversation_id,
            account_id=project.account_id,
            project_id=project.id,
            environment=start.environment,
            deployment_id=deployment.id,
            channel=start.channel,
            variant_id=variant.id if variant else "",
            variant_name=variant.name if variant else "",
            language=result.dialog.language,
            from_number=hide.number(caller) if hide else caller,
            to_number=start.to_number or "",
            started_at=heard_at,
            replay_of=start.replay_of,
            ab_test_id=test,
            chosen_id=start.chosen_id,
        )
        # What is kept is redacted, what the client hears is not.
        write = await hidden(turn_write(result, 0, heard_at, self._clock.now()), hide)
        if hook is not None:
            await hook.settle()
        async with self._db.transaction() as tx:
            if hook is not None:
                await hook.store(tx, result)
            await actions.start(tx, conversation, write)
        turn_metrics.count(result)
        return result

    async def respond(
        self,
        project: ProjectInfo,
        environment: str,
        conversation: UUID,
        text: str | None,
        *,
        details: InputDetails = NO_DETAILS,
        hook: ReplyHook | None = None,
        listener: Listener | None = None,
        pending: PendingTurn | None = None,
        context: DoorContext = NO_CONTEXT,
    ) -> TurnResult:
        """`pending`: whoever asks may withdraw the turn, which raises `TurnWithdrawn` here."""
        if hook is not None:
            await hook.check()
        ref = ConversationRef(conversation, project.id, environment)
        heard_at = self._clock.now()  # before any wait for the lease: that time counts as ours
        async with self._leases.hold(ref) as lease:
            if lease is None or lease.conversation.ended:
                raise await self._why_not(ref)
            if hook is not None:
                # The same request may have been answered while this one waited for the lease.
                await hook.check()
            # The job that ends idle chats may come later than this message: the limit holds all the same.
            if lease.is_idle(heard_at, self.idle):
                await self._close(lease, Ending(TIMEOUT))
                raise ChatTimeout
            followed = await follow_newest(self._dependencies, project, lease) if context.follows else None
            turn = UserTurn(text, details, await waiting_for(self._db, lease.conversation))
            foreseen_in = lease.dialog
            lease.dialog = run.with_context_vault(
                run.with_answered_by(foreseen_in, context.answered_by), context.context_vault
            )
            if pending is not None and lease.dialog is not foreseen_in:
                pending.forget_foreseen()
            try:
                result = await self._take_turn(project, lease, turn, listener, pending)
            except TurnWithdrawn:
                # Nothing has happened, and the words that the user goes on with want this conversation next.
                self._leases.put_back(lease)
                raise
            if context.metrics:
                result = replace(result, output=TurnOutput(metrics=tuple(context.metrics)).plus(result.output))
            if followed:
                followed.write(result.trace)
            result.dialog.has_private_input |= details.is_private
            turns, was_discarded = lease.conversation.live.turns, lease.dialog.is_recording_discarded
            write = turn_write(result, turns, heard_at, self._clock.now(), turn.events, details, was_discarded)
            answer = with_unheard(result, lease.dialog.unheard)
            # What was unheard has its own turn in the record: the answer holds it, this turn does not.
            await self._write(lease, answer, await hidden(write, project_redactor(project)), hook)
            return answer

    def foresee(
        self, project: ProjectInfo, environment: str, conversation: UUID, text: str, alternatives: Sequence[str] = ()
    ) -> ForeseenTurn:
        """Begins the turn that this will be if nothing more is said. For `respond` to keep, or to be withdrawn."""
        foreseen = ForeseenTurn(text, alternatives)
        ref = ConversationRef(conversation, project.id, environment)
        foreseen.task = self._tasks.start(self._take_foreseen(project, ref, foreseen), "foreseen turn")
        return foreseen

    async def _take_foreseen(self, project: ProjectInfo, ref: ConversationRef, turn: ForeseenTurn) -> TurnResult | None:
        lease = self._leases.peek(ref)
        known = lease.conversation if lease else await lease_store.find_live(self._db, ref)
        # An event that comes in meanwhile would not be known to a turn that began without it.
        if known is None or known.ended or known.awaits_events:
            return None
        dialog = lease.dialog if lease else dialog_of(known.live)
        # What is unheard is said before the answer, by the turn that counts.
        if dialog.unheard or dialog.ended:
            return None
        turn.live = known.live
        work = self._run_turn(project, known, dialog, UserTurn(turn.text, turn.details), turn.hear)
        return await work(turn.commitment)

    async def _take_turn(
        self,
        project: ProjectInfo,
        lease: Lease,
        turn: UserTurn,
        listener: Listener | None,
        pending: PendingTurn | None,
    ) -> TurnResult:
        dialog, conversation = lease.dialog, lease.conversation
        if dialog.unheard and listener is not None:
            await listener(Speech(f"{dialog.unheard} "))
        work = self._run_turn(project, conversation, dialog, turn, listener)
        if pending is None:
            return await work(COUNTS)
        foreseen = pending.foreseen
        # It began without the events that wait now.
        if foreseen and not turn.events and foreseen.fits(turn.text, turn.details.alternatives, conversation.live):
            return await pending.adopt(foreseen, listener, self._clock.monotonic())
        return await pending.run(work)

    def _run_turn(
        self,
        project: ProjectInfo,
        conversation: LiveConversation,
        dialog: DialogState,
        turn: UserTurn,
        listener: Listener | None,
    ) -> Work:
        async def run_turn(commitment: Commitment) -> TurnResult:
            agent = await self._agent_of(conversation)
            current = await with_values(self._dependencies, agent, project.id, conversation.environment, dialog)
            known = await with_memory(self._db, self._clock, agent, project, current)
            if turn.events:
                known = run.with_events_for_model(known, as_functions_see(turn.events), agent.compiled)
            ports = await self._dependencies.ports(agent, project, known, commitment)
            return await run.respond(known, turn.text, agent.compiled, ports, listener, turn.details)

        return run_turn

    async def close(self, project: ProjectInfo, environment: str, conversation: UUID) -> None:
        """Ends a conversation. One that has ended already stays as it is."""
        ref = ConversationRef(conversation, project.id, environment)
        async with self._leases.hold(ref) as lease:
            if lease is not None and not lease.conversation.ended:
                await self._close(lease, Ending(CLOSED))
                return
        # Closing twice is no error: a client that was cut off repeats it.
        reason = await self._why_not(ref)
        if isinstance(reason, ConversationsNotFound):
            raise reason

    async def end(self, conversation: UUID, ending: Ending, metrics: Sequence[tuple[str, str]] = ()) -> None:
        """For a door that has the only line to the other side, when that is gone. What has ended stays as it is."""
        async with self._leases.hold(ConversationRef(conversation)) as lease:
            if lease is not None and not lease.conversation.ended:
                await self._close(lease, ending, metrics)

    async def end_handed_over(self, conversation: UUID) -> None:
        """The person whom the agent handed the user over to keeps them."""
        async with self._leases.hold(ConversationRef(conversation)) as lease:
            if lease is not None and not lease.conversation.ended:
                await self._close(lease, ending_of(lease.dialog) or Ending(CLOSED))

    async def close_idle(self, conversation: UUID) -> None:
        async with self._leases.hold(ConversationRef(conversation)) as lease:
            if lease is None or lease.conversation.ended:
                return
            # Looked at again under the lease: a turn may have come since the job made its list.
            if lease.is_idle(self._clock.now(), self.idle):
                handed_over = ending_of(lease.dialog) if lease.dialog.context.has_desk else None
                await self._close(lease, handed_over or Ending(TIMEOUT))

    async def cut_reply(self, project: ProjectInfo, conversation: UUID, heard: str) -> None:
        """The caller interrupted the agent's newest reply, or left in the middle of it: only this was heard. Neither
        the record nor the model knows of more."""
        async with self._leases.hold(ConversationRef(conversation)) as lease:
            if lease is None or lease.conversation.ended:
                return
            agent = await self._agent_of(lease.conversation)
            dialog = cut_reply(lease.dialog, heard, agent.compiled.texts["interrupted"])
            hide = project_redactor(project)
            async with self._db.transaction() as tx:
                live = live_of(dialog, lease.conversation.live.turns)
                await actions.cut_reply(tx, lease.conversation, live, hide.text(heard) if hide else heard)
            lease.settle()

    async def resume_after_transfer(
        self,
        project: ProjectInfo,
        conversation: UUID,
        problem: str,
        metrics: Sequence[tuple[str, str]],
        listener: Listener | None = None,
        hook: ReplyHook | None = None,
    ) -> TurnResult:
        """A transfer came to nothing: the agent goes on with the user."""

        async def work(dialog: DialogState, agent: Agent, ports: Ports) -> TurnResult:
            return await run.resume_after_transfer(dialog, problem, metrics, agent.compiled, ports, listener)

        return await self._take_own_turn(project, conversation, work, hook)

    async def resume_after_person(
        self, project: ProjectInfo, conversation: UUID, talk: str, hook: ReplyHook
    ) -> TurnResult:
        """A person who had taken over gives the user back. `talk`: what they said, for the model."""

        async def work(dialog: DialogState, agent: Agent, ports: Ports) -> TurnResult:
            return await run.resume_after_person(dialog, talk, agent.compiled, ports)

        return await self._take_own_turn(project, conversation, work, hook)

    async def speak_to(
        self,
        project: ProjectInfo,
        conversation: UUID,
        answered_by: str,
        text: str,
        metrics: Sequence[tuple[str, str]],
        listener: Listener | None = None,
    ) -> TurnResult:
        """The agent says this to whoever has answered its call, without its model."""

        async def work(dialog: DialogState, agent: Agent, ports: Ports) -> TurnResult:
            answered = run.with_answered_by(dialog, answered_by)
            return await run.speak_to(answered, text, metrics, agent.compiled, ports, listener)

        return await self._take_own_turn(project, conversation, work, None)

    async def _take_own_turn(
        self, project: ProjectInfo, conversation: UUID, work: OwnTurn, hook: ReplyHook | None
    ) -> TurnResult:
        """A turn that is no answer to the user."""
        began_at, ref = self._clock.now(), ConversationRef(conversation)
        async with self._leases.hold(ref) as lease:
            if lease is None or lease.conversation.ended:
                raise await self._why_not(ref)
            agent = await self._agent_of(lease.conversation)
            ports = await self._dependencies.ports(agent, project, lease.dialog)
            result = await work(lease.dialog, agent, ports)
            write = turn_write(result, lease.conversation.live.turns, began_at, self._clock.now())
            await self._write(lease, result, await hidden(write, project_redactor(project)), hook)
            return result

    async def _write(self, lease: Lease, result: TurnResult, write: TurnWrite, hook: ReplyHook | None = None) -> None:
        if write.is_plain and hook is None:
            await self._write_plain(lease, result.dialog, write)
        else:
            if hook is not None:
                await hook.settle()
            async with self._db.transaction() as tx:
                if hook is not None:
                    await hook.store(tx, result)
                await actions.end_turn(tx, lease.conversation, write)
            lease.settle()
        turn_metrics.count(result)

    async def _write_plain(self, lease: Lease, dialog: DialogState, write: TurnWrite) -> None:
        """Most turns: written together with those of other conversations, the lease kept for the next one."""
        conversation = lease.conversation
        # External events are written by other processes: with ids handed out, the database must be asked each time.
        keeps = not (lease.is_wanted_elsewhere or lease.moves or conversation.awaits_events)
        if not await self._writer.save(TurnRow(conversation, write.turn, write.live, ended=False, keeps_lease=keeps)):
            # The lease was lost, and another process may have gone on: nothing was written, the client may repeat.
            raise ConversationBusy
        if keeps:
            self._leases.keep(lease, write.live, dialog, write.turn.agent_response_at)
        else:
            lease.settle()

    async def _agent_of(self, conversation: LiveConversation) -> Agent:
        return await self._dependencies.agents.of_id(conversation.deployment_id, conversation.environment)

    async def _close(self, lease: Lease, ending: Ending, metrics: Sequence[tuple[str, str]] = ()) -> None:
        async with self._db.transaction() as tx:
            await actions.close(tx, lease.conversation, ending, self._clock.now(), metrics)
        lease.settle()

    async def _why_not(self, wanted: ConversationRef) -> Exception:
        """Why no turn can be taken: the conversation does not exist for this caller, or it has ended."""
        header = await store.find_header(self._db, wanted.id)
        if header is None or (header["project_id"], header["environment"]) != (wanted.project_id, wanted.environment):
            return ConversationsNotFound()
        return ChatTimeout() if header["end_reason"] == TIMEOUT else ChatConversationEnded()
