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
    turn_store,
)
from parley.domain.conversations.external_events import EventConsumer
from parley.domain.conversations.model import CRASH, ConversationRef, Ending, Finish, LiveConversation
from parley.domain.conversations.redaction import project_redactor, redact_finish, redact_state
from parley.domain.numbers.model import tidy_number
from parley.domain.projects import store as projects
from parley.domain.projects.info import ProjectInfo
from parley.domain.recordings import actions as recordings
from parley.domain.recordings.jobs import SILENCE, SILENCE_AFTER
from parley.domain.recordings.model import recording_settings
from parley.domain.records.actions import write_snapshot
from parley.domain.texts import thread_store
from parley.providers.senders.protocol import Outgoing, SendingFailed
from parley.runtime.agent.agents import Agent
from parley.runtime.session import translation
from parley.runtime.session.dependencies import Dependencies
from parley.runtime.session.external_events import as_functions_see, waiting_for
from parley.runtime.session.persistence import memory_identifier, messages_of, trace_of
from parley.runtime.session.real_time import with_values
from parley.runtime.session.sessions import Sessions
from parley.runtime.session.summaries import defer_summary
from parley.runtime.turn import run
from parley.runtime.turn.dialog import with_events
from parley.runtime.turn.handoff_state import exposed
from parley.runtime.turn.output import TurnResult
from parley.storage import partitions, queue
from parley.storage.db import Connection, Database
from parley.storage.queue import Job

IDLE_BATCH = 200
# Promised to clients: how long a retry gets the answer of the first request.
KEEP_REPLIES = timedelta(hours=24)


async def finish(dependencies: Dependencies, job: Job) -> None:
    """Gives the end function its one run, then keeps what it wrote and lets the conversation rest."""
    async with dependencies.leases.hold(ConversationRef(UUID(job.args["conversation"]))) as lease:
        # It was removed meanwhile: there is nothing left to finish.
        if lease is None:
            async with dependencies.db.transaction() as tx:
                await queue.finish(tx, job)
            return
        live = lease.conversation
        known = [value for name, value in job.args.get("metrics", ()) if name == run.ANSWERED_BY]
        dialog = run.with_answered_by(lease.dialog, known[-1] if known else "")
        dialog = with_events(dialog, as_functions_see(await waiting_for(dependencies.db, live)))
        agent = await dependencies.agents.of_id(live.deployment_id, live.environment)
        project = await projects.find_project_by_id(dependencies.db, live.project_id)
        assert project is not None, "a conversation's project cannot be gone: it would have taken it along"
        dialog = await with_values(dependencies, agent, live.project_id, live.environment, dialog)
        is_translated = translation.wants_translation(project)
        if is_translated and translation.must_wait(dependencies, job.args.get("put_off", 0)):
            later = dependencies.clock.now() + timedelta(seconds=translation.PUT_OFF_SECONDS)
            async with dependencies.db.transaction() as tx:
                await actions.put_off_finish(tx, job, later)
            return
        # Before the end function, which would run once more if this process died while a model takes its time.
        translations = await translation.translations_of(dependencies, project, live.id) if is_translated else []
        ports = await dependencies.ports(agent, project, dialog)
        result = await run.finish(dialog, agent.compiled, ports, "closed")
        async with dependencies.db.transaction() as tx:
            if translations:
                await turn_store.set_translations(tx, live.id, translations)
            await _keep(tx, dependencies, agent, project, live, result, job.args.get("metrics", ()))
            await queue.finish(tx, job)
        lease.settle()  # the row is gone, and the lease with it


async def _keep(
    tx: Connection,
    dependencies: Dependencies,
    agent: Agent,
    project: ProjectInfo,
    live: LiveConversation,
    result: TurnResult,
    of_the_door: Iterable[Sequence[str]],
) -> None:
    dialog, output, state = result.dialog, result.output, result.dialog.state_json
    metrics = [*output.metrics, *((name, value) for name, value in of_the_door)]
    now = dependencies.clock.now()
    finish = Finish(now, output.function_errors, output.api_errors, metrics, trace_of(result))
    if hide := project_redactor(project):
        state, finish = redact_state(state, hide), redact_finish(finish, hide)
    await actions.send_messages(tx, live.id, live.project_id, messages_of(result))
    await actions.finish(tx, live.id, state, finish.metrics)
    if finish.is_worth_keeping:
        await store.insert_finish(tx, live.id, finish)
    # Also where a turn asked for it: its process may have died while it still wrote.
    if dialog.is_recording_discarded:
        await recordings.discard(tx, live.id)
    elif hide and dialog.context.is_call and not recording_settings(project.settings).keeps_private:
        await queue.defer(tx, SILENCE, {"conversation": str(live.id)}, run_at=now + SILENCE_AFTER)
    await write_snapshot(tx, live.id)
    await defer_summary(tx, dependencies, live.id)
    await _show(tx, agent, live, result)
    settings = agent.project.experimental.memory
    identifier = memory_identifier(settings, dialog.context, dialog.state_json)
    if settings is not None and identifier is not None and not dialog.context.is_replay:
        fields = {name: dialog.state_json[name] for name in settings.state_keys if name in dialog.state_json}
        await memory_store.merge_memory(tx, live.project_id, identifier, fields, now)


async def _show(tx: Connection, agent: Agent, live: LiveConversation, result: TurnResult) -> None:
    """Keeps what the conversation goes on showing to other systems, with what the end function made of it."""
    shown = exposed(result.dialog, agent.project.experimental.handoff_api)
    if shown is not None:
        await handoff_store.put_state(tx, live.id, live.project_id, shown)
    elif result.shared_id_changed:
        await handoff_store.delete_state(tx, live.id)


async def close_idle(dependencies: Dependencies, sessions: Sessions, job: Job) -> None:
    """Ends chats that nobody has said anything in for too long."""
    async with dependencies.db.transaction() as tx:
        idle = await store.list_idle(tx, dependencies.clock.now(), sessions.idle, IDLE_BATCH)
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
        # The conversation first: a call that is marked as ended would not be found again if this worker died.
        await sessions.end(call.id, Ending(CRASH))
        async with dependencies.db.transaction() as tx:
            await calls.fail_call(tx, call.id, PROCESS_DIED, None, dependencies.clock.now())
    async with dependencies.db.transaction() as tx:
        await queue.finish(tx, job)


async def deliver_events(dependencies: Dependencies, sessions: Sessions, job: Job) -> None:
    """Delivers external events, if whoever was to do it has died. As long as somebody is at it, looks again later."""
    conversation = UUID(job.args["conversation"])
    found = await external_event_store.find_consumer(dependencies.db, conversation)
    if found is EventConsumer.NOBODY:
        await sessions.events.deliver(conversation)
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
    if message is not None and await _is_unwanted(dependencies.db, message_id, message):
        status = "suppressed"
    elif message is not None:
        try:
            # A worker that dies between this and the commit sends twice: no provider takes part in our transaction.
            status = await dependencies.senders.of(message).send(message)
        except SendingFailed as failure:
            # Left to the queue, which tries again later each time.
            if not failure.final:
                raise
            error = str(failure)
    async with dependencies.db.transaction() as tx:
        if message is not None:
            await message_store.set_message_status(tx, message_id, status, error)
        await queue.finish(tx, job)


async def _is_unwanted(db: Database, message_id: UUID, message: Outgoing) -> bool:
    """Whoever receives it has said STOP."""
    if message.kind == "email":
        return False
    project = await message_store.find_project(db, message_id)
    return await thread_store.is_opted_out(db, project, tidy_number(message.sender), tidy_number(message.to))


async def forget_old(dependencies: Dependencies, job: Job) -> None:
    """Clears away what has served its time: kept replies, expired memories."""
    now = dependencies.clock.now()
    async with dependencies.db.transaction() as tx:
        await reply_store.delete_replies_before(tx, now - KEEP_REPLIES)
        await memory_store.delete_expired_memories(tx, now)
        # Every start makes them too; this is for processes that run for months.
        await partitions.ensure(tx, now)
        await queue.finish(tx, job)
