"""`parley test`: runs a project's test suite on this machine, with no server."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Annotated

import httpx
import typer
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from parley.agent_host.hosts import Hosts
from parley.cli.caller_options import (
    JitterOption,
    LineQuality,
    LossOption,
    NoiseOption,
    SnrOption,
    parse_voice,
)
from parley.cli.operator import AsJson, console, errors, fail, settings_for, show_json
from parley.cli.push import Folder, read_project
from parley.cli.suite_voice import VoiceOptions, run_spoken, show_spoken
from parley.cli.voice import MISSING, is_installed
from parley.domain.projects.files import Bundle
from parley.domain.projects.loading.source import slug
from parley.domain.projects.model import Project, TestCase
from parley.kit import log
from parley.kit.clock import SystemClock
from parley.providers.embeddings.cache import CachedEmbedder
from parley.providers.llm.protocol import Model
from parley.resources import embedder, host_limits, local_model, model_settings
from parley.runtime.agent.models import chain
from parley.runtime.test_runs.alone import fresh_agent
from parley.runtime.test_runs.run import Stage, run_case
from parley.runtime.test_runs.unit_tests import has_unit_tests, run_unit_tests
from parley.runtime.test_runs.verdict import Status, Verdict
from parley.runtime.turn.ports import Limits
from parley.runtime.turn.safety import RuleClassifier

MARKS = {
    Status.PASSED: "[green]passed[/]",
    Status.FAILED: "[red]failed[/]",
    Status.ERRORED: "[red]errored[/]",
    Status.TIMED_OUT: "[red]timed out[/]",
    Status.PENDING: "[yellow]not run[/]",
}
BAD = (Status.FAILED, Status.ERRORED, Status.TIMED_OUT)


def suite_command(
    folder: Folder,
    case: Annotated[list[str] | None, typer.Option(help="Only these cases (by name or file).")] = None,
    tag: Annotated[list[str] | None, typer.Option(help="Only cases with one of these tags.")] = None,
    strict: Annotated[bool, typer.Option(help="Cases that could not run fail the run.")] = False,
    unit: Annotated[
        bool, typer.Option("--unit/--no-unit", help="Run the project's own pytest tests in tests/ too.")
    ] = True,
    voice: Annotated[bool, typer.Option("--voice", help="Speak the cases over phone calls on this machine.")] = False,
    voices: Annotated[
        str, typer.Option(help="Who calls, in turn: voices such as flite:rms, or accents, separated by commas.")
    ] = "",
    noise: NoiseOption = None,
    snr: SnrOption = 15.0,
    loss: LossOption = 0.0,
    jitter: JitterOption = 0.0,
    interrupt: Annotated[
        float | None, typer.Option(help="Speak every line but the first over the agent, after so many seconds.", min=0)
    ] = None,
    record: Annotated[
        Path | None, typer.Option(help="A folder for recordings of all calls (default: recordings/, of failing ones).")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Run a project's test_suite/ and its unit tests. Exits with 1 when one fails, so that CI can use it.

    With PARLEY_LLM_BASE_URL a model plays the user and the judge; without one, cases with a script run, and the others
    are listed as not run. Unit tests are plain pytest under tests/; they run with your rights, outside the sandbox, and
    not when --case or --tag names what to run.

    With --voice a synthesised caller says the lines in a real call to an instance of the agent's own, and the same
    things must be true. --noise, --loss and --jitter make the line worse.
    """
    project, bundle, problems = read_project(folder)
    for problem in problems:
        errors.print(str(problem), markup=False, highlight=False, soft_wrap=True)
    if project is None or bundle is None:
        raise typer.Exit(1)
    cases = [found for found in project.tests.values() if _wanted(found, case, tag)]
    runs_unit_tests = unit and not (case or tag) and has_unit_tests(folder)
    if not cases and not runs_unit_tests:
        errors.print("There is no such test case." if project.tests else "This project has no test cases.")
        raise typer.Exit(1)
    if voice:
        wanted = VoiceOptions(_names(voices), LineQuality(noise, snr, loss, jitter), interrupt, record)
        verdicts = asyncio.run(_run_spoken(bundle, cases, wanted, quiet=as_json)) if cases else []
    else:
        verdicts = asyncio.run(_run(project, cases, quiet=as_json)) if cases else []
    if runs_unit_tests:
        verdicts += run_unit_tests(folder)
    if as_json:
        show_json([verdict.to_json() for verdict in verdicts])
    else:
        _report(verdicts)
    bad = (*BAD, Status.PENDING) if strict else BAD
    if any(verdict.status in bad for verdict in verdicts):
        raise typer.Exit(1)


def _wanted(case: TestCase, names: list[str] | None, tags: list[str] | None) -> bool:
    if names and not {case.name, slug(case.name)} & {*names, *(Path(name).stem for name in names)}:
        return False
    return not tags or bool(set(tags) & set(case.tags))


async def _run(project: Project, cases: list[TestCase], quiet: bool) -> list[Verdict]:
    settings, clock = settings_for(None), SystemClock()
    async with httpx.AsyncClient() as client:
        vectors = embedder(settings, client)
        remembered = CachedEmbedder(vectors) if vectors else None
        wanted = model_settings(settings)
        built_in = local_model(vectors)
        model: Model = chain(wanted, client) if wanted.is_set else built_in
        hosts, limits = Hosts(host_limits(settings), clock), Limits(function_timeout=settings.function_seconds)
        verdicts = []
        try:
            with _progress(quiet) as progress:
                bar = progress.add_task("", total=len(cases))
                for case in cases:
                    progress.update(bar, description=case.name)
                    async with fresh_agent(hosts, project, remembered) as agent:
                        stage = Stage(agent, model, wanted.is_set, RuleClassifier(), clock, limits)
                        verdicts.append(await run_case(stage, case))
                    progress.advance(bar)
        finally:
            await hosts.aclose()
            await built_in.aclose()
    return verdicts


async def _run_spoken(bundle: Bundle, cases: list[TestCase], wanted: VoiceOptions, quiet: bool) -> list[Verdict]:
    if not is_installed():
        fail(MISSING)
    log.configure("test", "error")
    for name in wanted.voices:
        parse_voice(name)
    with _progress(quiet) as progress:
        return await run_spoken(settings_for(None), bundle, cases, wanted, progress)


def _names(text: str) -> list[str]:
    return [name.strip() for name in text.split(",") if name.strip()]


def _progress(quiet: bool) -> Progress:
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    return Progress(*columns, console=errors, transient=True, disable=quiet)


def _report(verdicts: list[Verdict]) -> None:
    for verdict in verdicts:
        words = f"{escape(verdict.case)}  [dim]{verdict.seconds:.1f} s[/] {escape(verdict.reason)}"
        console.print(f"{MARKS[verdict.status]}  {words}")
        show_spoken(verdict)
        reasons = [f"{r.prompt}: {r.reason}" for r in verdict.prompt_results if not r.is_pass]
        reasons += [f"{f.name}: {f.failure_reason}" for f in verdict.call_failures]
        for reason in (*reasons, *verdict.script_failures):
            console.print(f"    {reason}", markup=False, highlight=False)
        if verdict.status in BAD:
            for line in verdict.transcript:
                console.print(f"      {line.role}: {line.text}", style="dim", markup=False, highlight=False)
    counts = {status: sum(verdict.status is status for verdict in verdicts) for status in Status}
    console.print(", ".join(f"{count} {status.value}" for status, count in counts.items() if count))
