"""One call of a project's function: what it is given, what is kept of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from parley.agent_host.allowance import NOTHING, PER_CALL, PER_TURN
from parley.agent_host.protocol import ConversationView, Invocation, Json, Outcome
from parley.domain.projects.model import Function, LatencyControl
from parley.kit.tracing.spans import tracing
from parley.runtime.turn.functions.delays import resolve_latency
from parley.runtime.turn.functions.effects import apply_effects, output_of
from parley.runtime.turn.functions.host_services import TurnServices
from parley.runtime.turn.output import TurnOutput
from parley.runtime.turn.spans import function_span
from parley.runtime.turn.state import TurnState
from parley.runtime.turn.trace.turn_trace import FunctionRecord, function_record

SENT_LINES = 6
"""History that goes along with every call; few functions read more, and those ask for it."""


def view(turn: TurnState) -> ConversationView:
    dialog, context, said = turn.dialog, turn.dialog.context, turn.transcript.history()
    return ConversationView(
        id=context.id,
        account_id=context.account_id,
        project_id=context.project_id,
        env=context.env,
        channel_type=context.channel_type,
        started_at=context.started_at,
        caller_number=context.caller_number,
        callee_number=context.callee_number,
        sip_headers=context.sip_headers,
        answered_by=context.answered_by,
        metadata=turn.input.metadata,
        integration_attributes=context.integration_attributes,
        context_vault=context.context_vault,
        entities=dialog.entities,
        current_flow=dialog.flow,
        current_step=dialog.step,
        recent=said[-SENT_LINES:],
        earlier=dialog.earlier or len(said) > SENT_LINES,
        transcript_alternatives=turn.input.alternatives,
        language=dialog.language,
        variant=dialog.variant,
        real_time_config=context.real_time_config,
        memory=context.memory,
        metric_events=dialog.metric_events,
        external_events=dialog.external_events,
        simulated_at=context.simulated_at,
    )


async def call_function(
    turn: TurnState, function: Function, arguments: Mapping[str, Json], *, uses_reply: bool = True
) -> tuple[Outcome, FunctionRecord]:
    """Runs it, keeps its effects and its record. What it answered is for the caller to act on; `uses_reply` is False
    where nobody does, and nothing can be wrong with it."""
    dialog, ports, latency = turn.dialog, turn.ports, function.latency
    if not ports.commitment.is_final:
        await ports.commitment.before_effects()
    timeout = ports.limits.function_timeout
    # Who has something to say while the function runs may let it run for longer.
    if latency and latency.responses:
        timeout = max(timeout, ports.limits.function_timeout_with_delays)
    # The very object that is the default does not travel to the child; an equal one would.
    allowance = PER_CALL if turn.allowance is PER_TURN else PER_CALL.at_most(turn.allowance)
    invocation = Invocation(function.path, arguments, view(turn), dialog.state, dialog.prefill, timeout, allowance)
    services = TurnServices(ports, dialog, tuple(turn.transcript.lines))
    location = turn.location  # where it was called; its effects may lead elsewhere
    started_at = ports.clock.now()
    call = ports.host.call(invocation, services)
    outcome = await (function_span(call, function.name, arguments) if tracing.is_on else call)
    record = function_record(function, arguments, outcome, location, started_at, services.api_calls)
    if not uses_reply and outcome.failure is None:
        record.error = None
    turn.trace.functions.append(record)
    apply_effects(turn, outcome)  # also of a call that failed: what it did before is done
    turn.add(_output(turn, outcome, record, services, latency))
    if outcome.used is not NOTHING:
        turn.allowance = turn.allowance.less(outcome.used)
    return outcome, record


def _output(
    turn: TurnState, outcome: Outcome, record: FunctionRecord, services: TurnServices, latency: LatencyControl | None
) -> TurnOutput:
    output, expected = output_of(outcome.effects, turn.dialog), services.expected
    if expected:
        # Also of a call that was lost: their ids are out in the world, and good.
        known = (*turn.output.new_events, *output.new_events)
        expected = [event for event in expected if event not in known]
    seconds = outcome.duration_ms / 1000
    due = [text for at, text in resolve_latency(turn, latency).moments() if at <= seconds] if latency else []
    if not (expected or due or record.error):
        return output
    return replace(
        output,
        new_events=(*output.new_events, *expected),
        delay_responses=tuple(due),
        function_errors=1 if record.error else 0,
    )
