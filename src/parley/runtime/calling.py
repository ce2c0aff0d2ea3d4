"""One call of a project's function: what it is given, what is kept of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from parley.domain.projects.model import Function, LatencyControl
from parley.runtime.backstage import TurnBackstage
from parley.runtime.effects import apply_effects
from parley.runtime.host.allowance import OF_A_CALL, OF_A_TURN, Allowance, log_size
from parley.runtime.host.protocol import ConversationView, Invocation, Json, Outcome
from parley.runtime.trace import FunctionRecord, function_record
from parley.runtime.work import Work

SENT_LINES = 6
"""History that goes along with every call; few functions read more, and those ask for it."""


def view(work: Work) -> ConversationView:
    mind, setting, said = work.mind, work.mind.setting, work.said()
    return ConversationView(
        id=setting.id,
        account_id=setting.account_id,
        project_id=setting.project_id,
        env=setting.env,
        channel_type=setting.channel_type,
        started_at=setting.started_at,
        caller_number=setting.caller_number,
        callee_number=setting.callee_number,
        sip_headers=setting.sip_headers,
        integration_attributes=setting.integration_attributes,
        entities=mind.entities,
        current_flow=mind.flow,
        current_step=mind.step,
        recent=said[-SENT_LINES:],
        earlier=mind.earlier or len(said) > SENT_LINES,
        transcript_alternatives=work.alternatives,
        language=mind.language,
        variant=mind.variant,
        real_time_config=setting.real_time_config,
        memory=setting.memory,
        metric_events=mind.metric_events,
        external_events=mind.external_events,
        simulated_at=setting.simulated_at,
    )


async def call_function(
    work: Work, function: Function, arguments: Mapping[str, Json]
) -> tuple[Outcome, FunctionRecord]:
    """Runs it, keeps its effects and its record. What it answered is for the caller to act on."""
    mind, ports, latency = work.mind, work.ports, function.latency
    timeout = ports.limits.function_timeout
    if latency and latency.responses:
        timeout = max(timeout, ports.limits.function_timeout_with_delays)
    allowance = OF_A_CALL if work.allowance is OF_A_TURN else OF_A_CALL.at_most(work.allowance)
    invocation = Invocation(function.path, arguments, view(work), mind.state, mind.prefill, timeout, allowance)
    backstage = TurnBackstage(ports.model, ports.outside, mind.history, mind.earlier, tuple(work.lines), allowance)
    flow, step = mind.flow, mind.step
    outcome = await ports.host.call(invocation, backstage)
    record = function_record(function.name, arguments, outcome, flow, step)
    work.trace.functions.append(record)
    apply_effects(work, outcome)
    work.new_events += [event for event in backstage.expected if event not in work.new_events]
    if (spent := _spent(outcome, backstage)) is not None:
        work.allowance = work.allowance.less(spent)
    if outcome.failure or outcome.reply.invalid:
        work.function_errors += 1
    if latency:
        seconds = outcome.duration_ms / 1000
        work.delay_responses += [text for due, text in resolved_latency(work, latency).moments() if due <= seconds]
    return outcome, record


def _spent(outcome: Outcome, backstage: TurnBackstage) -> Allowance | None:
    """None for most calls: they only change the state and say something."""
    effects = outcome.effects
    if not (
        effects.logs or effects.metrics or effects.messages or effects.new_events or backstage.expected
        or backstage.model_requests or backstage.api_requests
    ):  # fmt: skip
        return None
    return Allowance(
        messages=len(effects.messages),
        events=max(len(effects.new_events), len(backstage.expected)),
        model_requests=backstage.model_requests,
        api_requests=backstage.api_requests,
        metrics=len(effects.metrics),
        logs=len(effects.logs),
        log_characters=sum(log_size(line.message, line.fields) for line in effects.logs),
    )


def resolved_latency(work: Work, latency: LatencyControl) -> LatencyControl:
    """As it is said in this conversation; in a turn always in the same order, also where that is left to chance."""
    texts = [work.resolved(item.text) for item in latency.responses]
    if latency.randomize:
        work.chance().shuffle(texts)
    said = zip(latency.responses, texts, strict=True)
    return replace(latency, responses=tuple(replace(item, text=text) for item, text in said))
