"""What happens to conversations when nobody waits: the end function of finished ones, the end of forgotten ones."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import timedelta
from uuid import UUID

from parley.domain.calls import actions as calls
from parley.domain.calls.actions import find_orphans
from parley.domain.calls.model import PROCESS_DIED
from parley.domain.conversations import (
    actions,
    external_event_store,
    handoff_store,
    memory_store,
    message_store,
    reply_store,
    store,
)
from parley.domain.conversations.external_events import EventConsumer
from parley.domain.conversations.model import CRASH, ConversationRef, Ending, Finish, LiveConversation
from parley.domain.conversations.redaction import project_redactor, redact_finish, redact_state
from parley.domain.projects import store as projects
from parley.domain.projects.info import ProjectInfo
from parley.domain.records.sealing import seal
from parley.providers.senders.protocol import SendingFailed
from parley.runtime.agent.agents import Agent
from parley.runtime.session.dependencies import Dependencies
from parley.runtime.session.external_events import as_seen, waiting_for
from parley.runtime.session.persistence import memory_identifier, outbox, trace_of
from parley.runtime.session.sessions import Sessions
from parley.runtime.turn import run
from parley.runtime.turn.dialog import noted
from parley.runtime.turn.handoff_state import exposed
from parley.runtime.turn.output import TurnResult
from parley.storage import partitions, queue
from parley.storage.db import Connection
from parley.storage.queue import Job

IDLE_BATCH = 200
KEEP_REPLIES = timedelta(hours=24)


async def finish(dependencies: Dependencies, job: Job) -> None:
    """Gives the end function its one run, then keeps what it wrote and lets the conversation rest."""
    async with dependencies.claims.hold(ConversationRef(UUID(job.args["conversation"]))) as held:
        if held is None:
            async with dependencies.db.transaction() as tx:
                await queue.finish(tx, job)
            return
        claimed = held.claimed
        dialog = noted(held.dialog, as_seen(await waiting_for(dependencies.db, claimed)))
        agent = await dependencies.agents.of_id(claimed.deployment_id)
        project_info = await projects.find_project_by_id(dependencies.db, claimed.project_id)
        assert project_info is not None, (
            "a conversation's project cannot be gone: it would have taken the conversation along"
        )
        result = await run.finish(
            dialog, agent.compiled, await dependencies.ports(agent, project_info, dialog), "closed"
        )
        async with dependencies.db.transaction() as tx:
            await _keep(tx, dependencies, agent, project_info, claimed, result, job.args.get("metrics", ()))
            await queue.finish(tx, job)


async def _keep(
    tx: Connection,
    dependencies: Dependencies,
    agent: Agent,
    project_info: ProjectInfo,
    claimed: LiveConversation,
    result: TurnResult,
    of_the_door: Iterable[Sequence[str]],
) -> None:
    dialog, state = result.dialog, result.dialog.state_json
    metrics = [*result.metrics, *((name, value) for name, value in of_the_door)]
    finish = Finish(dependencies.clock.now(), result.function_errors, result.api_errors, metrics, trace_of(result))
    if hide := project_redactor(project_info):
        state, finish = redact_state(state, hide), redact_finish(finish, hide)
    await actions.send_messages(tx, claimed.id, claimed.project_id, [outbox(message) for message in result.messages])
    await actions.finish(tx, claimed.id, state, finish.metrics)
    if finish.is_worth_keeping:
        await store.insert_finish(tx, claimed.id, finish)
    await seal(tx, claimed.id)
    await _show(tx, agent, claimed, result)
    settings = agent.project.experimental.memory
    identifier = memory_identifier(settings, dialog.context, dialog.state_json)
    if settings is not None and identifier is not None:
        fields = {name: dialog.state_json[name] for name in settings.state_keys if name in dialog.state_json}
        await memory_store.merge_memory(tx, claimed.project_id, identifier, fields, dependencies.clock.now())


async def _show(tx: Connection, agent: Agent, claimed: LiveConversation, result: TurnResult) -> None:
    """Keeps what the conversation goes on showing to other systems, with what the end function made of it."""
    shown = exposed(result.dialog, agent.project.experimental.handoff_api)
    if shown is not None:
        await handoff_store.put_state(tx, claimed.id, claimed.project_id, shown)
    elif result.is_renamed:
        await handoff_store.delete_state(tx, claimed.id)


async def close_idle(dependencies: Dependencies, sessions: Sessions, job: Job) -> None:
    """Ends chats that nobody has said anything in for too long."""
    async with dependencies.db.transaction() as tx:
        idle = await store.list_idle(tx, dependencies.clock.now() - sessions.idle, IDLE_BATCH)
    for conversation in idle:
        await sessions.close_idle(conversation)
    async with dependencies.db.transaction() as tx:
        await queue.finish(tx, job)


async def end_orphaned_calls(dependencies: Dependencies, sessions: Sessions, job: Job) -> None:
    """Ends calls whose voice process died in the middle of them."""
    now = dependencies.clock.now()
    async with dependencies.db.transaction() as tx:
        found = await find_orphans(tx, now)
    for call in found:
        await sessions.end(call.id, Ending(CRASH))
        async with dependencies.db.transaction() as tx:
            await calls.fail_call(tx, call.id, PROCESS_DIED, None, dependencies.clock.now())
    async with dependencies.db.transaction() as tx:
        await queue.finish(tx, job)


async def take_in_events(dependencies: Dependencies, sessions: Sessions, job: Job) -> None:
    """Takes in external events, if whoever was to do it has died. As long as somebody is at it, looks again later."""
    conversation = UUID(job.args["conversation"])
    found = await external_event_store.find_consumer(dependencies.db, conversation)
    if found is EventConsumer.NOBODY:
        await sessions.arrivals.take_in(conversation)
    async with dependencies.db.transaction() as tx:
        await queue.finish(tx, job)
        if found is EventConsumer.OTHER_PROCESS:
            later = dependencies.clock.now() + actions.DELIVER_EVENTS_AFTER
            await queue.defer(tx, job.kind, job.args, run_at=later)


async def send_message(dependencies: Dependencies, job: Job) -> None:
    """Delivers one text message or mail. What fails for good is marked; what may work later is tried again."""
    message_id = UUID(job.args["message"])
    message = await message_store.find_queued_message(dependencies.db, message_id)
    status, error = "failed", ""
    if message is not None:
        try:
            status = await dependencies.senders.of(message).send(message)
        except SendingFailed as failure:
            if not failure.final:
                raise
            error = str(failure)
    async with dependencies.db.transaction() as tx:
        if message is not None:
            await message_store.set_message_status(tx, message_id, status, error)
        await queue.finish(tx, job)


async def forget_old(dependencies: Dependencies, job: Job) -> None:
    """Clears away what has served its time: kept replies, expired memories."""
    now = dependencies.clock.now()
    async with dependencies.db.transaction() as tx:
        await reply_store.delete_replies_before(tx, now - KEEP_REPLIES)
        await memory_store.delete_expired_memories(tx, now)
        await partitions.ensure(tx, now)
        await queue.finish(tx, job)
