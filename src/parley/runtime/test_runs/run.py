"""Runs a case: the user's lines and the agent's turns alternate until the conversation ends; then the assertions."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace

from parley.agent_host.protocol import NewExternalEvent, TranscriptLine
from parley.domain.projects.model import TestCase
from parley.kit.clock import Clock, iso
from parley.providers.llm.protocol import Model, ModelError
from parley.providers.llm.scripted import ScriptedModel
from parley.runtime.agent.agents import Agent
from parley.runtime.test_runs.caller_lines import parse_line
from parley.runtime.test_runs.expectations import Outcome, ended_before, unmet, unplayed
from parley.runtime.test_runs.mocks import MockApis, NoSecrets
from parley.runtime.test_runs.roles import judged, next_user_line
from parley.runtime.test_runs.verdict import (
    CallFailure,
    PromptResult,
    Record,
    Status,
    TakenTurn,
    Verdict,
    call_failures,
    not_run,
)
from parley.runtime.turn import run
from parley.runtime.turn.dialog import ConversationContext, DialogState, new_dialog
from parley.runtime.turn.output import TurnResult
from parley.runtime.turn.ports import Limits, Ports, SafetyClassifier

# A simulated user may never find that its scenario is completed.
MOST_TURNS = 25
CHANNELS = {"voice": "chat.polyai", "webchat": "webchat.polyai"}


@dataclass(frozen=True, slots=True)
class CaseSetup:
    """What every case of a run shares."""

    agent: Agent
    model: Model
    can_simulate: bool
    """Whether the model can play a user and a judge; the local responder cannot."""
    safety: SafetyClassifier
    clock: Clock
    limits: Limits
    seconds: float = 300.0


async def run_case(setup: CaseSetup, case: TestCase) -> Verdict:
    started = setup.clock.monotonic()
    record = Record()
    verdict = await _run(setup, case, record)
    return replace(
        verdict, transcript=tuple(record.lines), turns=tuple(record.turns), seconds=setup.clock.monotonic() - started
    )


async def _run(setup: CaseSetup, case: TestCase, record: Record) -> Verdict:
    if (verdict := not_run(case, setup.can_simulate)) is not None:
        return verdict
    try:
        async with asyncio.timeout(setup.seconds):
            await (_scripted(setup, case, record) if case.script else _simulated(setup, case, record))
            results = await judge_all(setup, case, record)
    except TimeoutError:
        return Verdict(case.name, Status.TIMED_OUT, f"took longer than {setup.seconds:g} s")
    except (ModelError, ValueError) as error:
        return Verdict(case.name, Status.ERRORED, str(error))
    failures = call_failures(case.function_call_assertions, record.calls)
    return verdict_of(case, record, results, failures)


def verdict_of(
    case: TestCase, record: Record, results: Sequence[PromptResult], failures: Sequence[CallFailure]
) -> Verdict:
    failed = bool(record.failures or failures or any(not result.is_pass for result in results))
    return Verdict(
        case.name,
        Status.FAILED if failed else Status.PASSED,
        prompt_results=tuple(results),
        call_failures=tuple(failures),
        unmet=tuple(record.failures),
    )


async def judge_all(setup: CaseSetup, case: TestCase, record: Record) -> list[PromptResult]:
    """Statements need a judge; a scripted run without a model leaves them to its own expectations."""
    if not setup.can_simulate:
        return []
    return [await judged(setup.model, statement, record) for statement in case.prompt_assertions]


async def _simulated(setup: CaseSetup, case: TestCase, record: Record) -> None:
    dialog = (await open_case(setup, case, setup.model, record, 0)).dialog
    for number in range(1, MOST_TURNS + 1):
        if dialog.ended:
            break
        line = await next_user_line(setup.model, case, record)
        if line is None:
            break
        dialog = (await answer_line(setup, case, setup.model, dialog, line, record, number)).dialog
    await run.finish(dialog, setup.agent.compiled, case_ports(setup, case, setup.model), "closed")


async def _scripted(setup: CaseSetup, case: TestCase, record: Record) -> None:
    result: TurnResult | None = None
    for number, entry in enumerate(case.script, start=1):
        moves = entry.get("model")
        model = ScriptedModel.from_mappings(moves) if moves is not None else setup.model
        if result is None:
            # Moves beside a user's line are for the answer to it; the opening takes only those of an entry without one.
            opens_alone = "user" not in entry
            result = await open_case(
                setup, case, model if opens_alone else setup.model, record, number if opens_alone else 0
            )
        if "user" in entry:
            if result.dialog.ended:
                record.failures.append(ended_before(number, str(entry["user"])))
                return
            result = await answer_line(setup, case, model, result.dialog, written(entry["user"]), record, number)
        record.failures += unmet(number, entry.get("expect") or {}, Outcome.of([result]))
        if isinstance(model, ScriptedModel) and (left := len(model.unplayed)):
            record.failures.append(unplayed(number, left))
    if result is not None:
        await run.finish(result.dialog, setup.agent.compiled, case_ports(setup, case, setup.model), "closed")


def written(user: str) -> str:
    """In writing nobody is interrupted, and keys are typed."""
    line = parse_line(user)
    return line.keys or line.text


async def open_case(setup: CaseSetup, case: TestCase, model: Model, record: Record, number: int) -> TurnResult:
    compiled = setup.agent.compiled
    context = ConversationContext(
        id=f"test-{case.name}",
        account_id=setup.agent.project.account_id,
        project_id=setup.agent.project.project_id,
        env="sandbox",
        channel_type=CHANNELS.get(case.channel, "webchat.polyai"),
        started_at=case.simulated_at or iso(setup.clock.now()),
        caller_number=case.caller_number,
        sip_headers=case.sip_headers,
        integration_attributes=case.integration_attributes,
        real_time_config=setup.agent.project.real_time_config.get("sandbox", {}),
        simulated_at=case.simulated_at,
    )
    dialog = new_dialog(compiled, context, variant=case.variant, language=case.language)
    ports = case_ports(setup, case, model)
    result = await run.open_conversation(dialog, compiled, ports)
    record.take(TakenTurn(number, result))
    return result


async def answer_line(
    setup: CaseSetup, case: TestCase, model: Model, dialog: DialogState, text: str, record: Record, number: int
) -> TurnResult:
    ports = case_ports(setup, case, model)
    result = await run.respond(dialog, text, setup.agent.compiled, ports)
    record.take(TakenTurn(number, result))
    return result


def case_ports(setup: CaseSetup, case: TestCase, model: Model) -> Ports:
    return Ports(
        model=model,
        host=setup.agent.host,
        retriever=setup.agent.retriever,
        safety=setup.safety,
        secrets=NoSecrets(),
        apis=MockApis(case.api_mocks),
        read_history=_no_history,
        expect_event=_no_event,
        clock=setup.clock,
        limits=setup.limits,
    )


async def _no_history() -> Sequence[TranscriptLine]:
    return []


async def _no_event(event: NewExternalEvent) -> None:
    """None can come into a test run."""
