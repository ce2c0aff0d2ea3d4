"""One call of a project's function: what it is given, what is kept of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from parley.agent_host.allowance import PER_CALL, PER_TURN, Allowance, log_size
from parley.agent_host.protocol import ConversationView, Invocation, Json, Outcome
from parley.domain.projects.model import Function, LatencyControl
from parley.runtime.turn.effects import apply_effects
from parley.runtime.turn.host_services import TurnServices
from parley.runtime.turn.state import TurnState
from parley.runtime.turn.trace import FunctionRecord, function_record

SENT_LINES = 6
"""History that goes along with every call; few functions read more, and those ask for it."""


def view(turn: TurnState) -> ConversationView:
    dialog, context, said = turn.dialog, turn.dialog.context, turn.said()
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
        integration_attributes=context.integration_attributes,
        entities=dialog.entities,
        current_flow=dialog.flow,
        current_step=dialog.step,
        recent=said[-SENT_LINES:],
        earlier=dialog.earlier or len(said) > SENT_LINES,
        transcript_alternatives=turn.alternatives,
        language=dialog.language,
        variant=dialog.variant,
        real_time_config=context.real_time_config,
        memory=context.memory,
        metric_events=dialog.metric_events,
        external_events=dialog.external_events,
        simulated_at=context.simulated_at,
    )


async def call_function(
    turn: TurnState, function: Function, arguments: Mapping[str, Json]
) -> tuple[Outcome, FunctionRecord]:
    """Runs it, keeps its effects and its record. What it answered is for the caller to act on."""
    dialog, ports, latency = turn.dialog, turn.ports, function.latency
    timeout = ports.limits.function_timeout
    if latency and latency.responses:
        timeout = max(timeout, ports.limits.function_timeout_with_delays)
    allowance = PER_CALL if turn.allowance is PER_TURN else PER_CALL.at_most(turn.allowance)
    invocation = Invocation(function.path, arguments, view(turn), dialog.state, dialog.prefill, timeout, allowance)
    services = TurnServices(ports.model, ports.outside, dialog.history, dialog.earlier, tuple(turn.lines), allowance)
    flow, step = dialog.flow, dialog.step
    outcome = await ports.host.call(invocation, services)
    record = function_record(function.name, arguments, outcome, flow, step)
    turn.trace.functions.append(record)
    apply_effects(turn, outcome)
    turn.new_events += [event for event in services.expected if event not in turn.new_events]
    if (spent := _spent(outcome, services)) is not None:
        turn.allowance = turn.allowance.less(spent)
    if outcome.failure or outcome.reply.invalid:
        turn.function_errors += 1
    if latency:
        seconds = outcome.duration_ms / 1000
        turn.delay_responses += [text for due, text in resolved_latency(turn, latency).moments() if due <= seconds]
    return outcome, record


def _spent(outcome: Outcome, services: TurnServices) -> Allowance | None:
    """None for most calls: they only change the state and say something."""
    effects = outcome.effects
    if not (
        effects.logs or effects.metrics or effects.messages or effects.new_events or services.expected
        or services.model_requests or services.api_requests
    ):  # fmt: skip
        return None
    return Allowance(
        messages=len(effects.messages),
        events=max(len(effects.new_events), len(services.expected)),
        model_requests=services.model_requests,
        api_requests=services.api_requests,
        metrics=len(effects.metrics),
        logs=len(effects.logs),
        log_characters=sum(log_size(line.message, line.fields) for line in effects.logs),
    )


def resolved_latency(turn: TurnState, latency: LatencyControl) -> LatencyControl:
    """As it is said in this conversation; in a turn always in the same order, also where that is left to chance."""
    texts = [turn.resolved(item.text) for item in latency.responses]
    if latency.randomize:
        turn.chance().shuffle(texts)
    said = zip(latency.responses, texts, strict=True)
    return replace(latency, responses=tuple(replace(item, text=text) for item, text in said))
