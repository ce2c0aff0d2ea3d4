"""The options of `parley test`, and what its exit status is."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from parley.cli.agents.check import Folder, read_project
from parley.cli.dev.watcher import changes
from parley.cli.operator import EXPECTED, AsJson, console, errors, fail_because, settings_for, show_json
from parley.cli.suite.junit import write_junit
from parley.cli.suite.plan import Plan, Selection
from parley.cli.suite.report import show_summary, show_verdict
from parley.cli.suite.running import run_written
from parley.cli.suite.voice import Interrupt, Recordings, Spoken, Voices, run_spoken, voice_options
from parley.cli.voice.caller_options import (
    JitterOption,
    LineQuality,
    LossOption,
    NoiseOption,
    SnrOption,
)
from parley.domain.projects.files import Bundle
from parley.domain.projects.model import Project, TestCase
from parley.kit import tasks
from parley.runtime.test_runs.selection import ExpressionRefused
from parley.runtime.test_runs.trials import Trials, by_case
from parley.runtime.test_runs.unit_tests import run_unit_tests
from parley.runtime.test_runs.verdict import Status, Verdict

Case = Annotated[list[str] | None, typer.Option(help="Only these cases (by name or file).")]
Tag = Annotated[list[str] | None, typer.Option(help="Only cases with one of these tags.")]
Matching = Annotated[
    str,
    typer.Option(
        "-k",
        metavar="EXPR",
        help="Only cases whose name or tags match, such as 'booking and not slow'; any letter case.",
    ),
]
Strict = Annotated[bool, typer.Option(help="Cases that could not run fail the run.")]
Unit = Annotated[bool, typer.Option("--unit/--no-unit", help="Run the project's own pytest tests in tests/ too.")]
StopsEarly = Annotated[bool, typer.Option("-x", "--exitfirst", help="Stop at the first case that does not pass.")]
Repeat = Annotated[
    int, typer.Option(help="Run each case so many times, and say how far it can be relied on.", min=1, max=1000)
]
Jobs = Annotated[int, typer.Option("-j", "--jobs", help="So many cases at a time.", min=1, max=64)]
Watch = Annotated[bool, typer.Option("--watch", help="Run again whenever a file of the folder is saved, until Ctrl-C.")]
Traces = Annotated[bool, typer.Option("--trace", help="Show everything that the turns before a failure did.")]
Junit = Annotated[Path | None, typer.Option(metavar="FILE", help="Write the results as JUnit XML too.")]


def suite_command(
    folder: Folder,
    case: Case = None,
    tag: Tag = None,
    matching: Matching = "",
    strict: Strict = False,
    unit: Unit = True,
    stops_early: StopsEarly = False,
    repeat: Repeat = 1,
    jobs: Jobs = 1,
    watch: Watch = False,
    trace: Traces = False,
    junit: Junit = None,
    voice: Spoken = False,
    voices: Voices = "",
    noise: NoiseOption = None,
    snr: SnrOption = 15.0,
    loss: LossOption = 0.0,
    jitter: JitterOption = 0.0,
    interrupt: Interrupt = None,
    record: Recordings = None,
    as_json: AsJson = False,
) -> None:
    """Run a project's test_suite/ and its unit tests, and show why a case failed.

    With PARLEY_LLM_BASE_URL a model plays the user and the judge; without one, cases with a script run, and the others
    are listed as not run. Unit tests are plain pytest under tests/; they run with your rights, outside the sandbox, and
    not when --case, --tag or -k names what to run.

    With --voice a synthesised caller says the lines in a real call to an instance of the agent's own, and the same
    things must be true. --noise, --loss and --jitter make the line worse.

    The exit status is 0 when all that ran has passed, 1 when something has not or nothing could run, 2 for wrong
    options.

    Example: parley test examples/restaurant -k "booking and not spanish" -x
    """
    wanted = voice_options(voice, voices, LineQuality(noise, snr, loss, jitter), interrupt, record)
    selection = Selection(case or (), tag or (), matching)
    plan = Plan(folder, selection, unit, wanted, repeat, jobs, stops_early, strict, trace, as_json, junit)
    try:
        has_passed = asyncio.run(_watch(plan) if watch else _run_once(plan))
    except ExpressionRefused as refused:
        raise typer.BadParameter(str(refused), param_hint="-k") from None
    except KeyboardInterrupt:
        console.print()
        raise typer.Exit(130) from None
    except EXPECTED as error:
        fail_because(error)
    if not has_passed:
        raise typer.Exit(1)


async def _watch(plan: Plan) -> bool:
    """Until somebody ends it."""
    coming = changes(plan.folder)
    # Begun before the run: what is saved meanwhile counts as well.
    first = tasks.start(_next(coming), "first change of the folder")
    try:
        await _run_once(plan)
        errors.print("[dim]Watching for changes; Ctrl-C ends.[/]")
        paths = await first
        while True:
            if changed := [path for path in paths if not plan.wrote(path)]:
                errors.print(f"\n{', '.join(changed[:4])}", style="bold", markup=False, highlight=False)
                await _run_once(plan)
            paths = await anext(coming)
    finally:
        await tasks.cancel(first)


async def _next(coming: AsyncIterator[list[str]]) -> list[str]:
    return await anext(coming)


async def _run_once(plan: Plan) -> bool:
    """Whether all went well."""
    project, bundle, problems = await asyncio.to_thread(read_project, plan.folder)
    for problem in problems:
        errors.print(str(problem), markup=False, highlight=False, soft_wrap=True)
    if project is None or bundle is None:
        return False
    cases = plan.selection.of(project)
    if not cases and not plan.runs_unit_tests:
        errors.print("There is no such test case." if project.tests else "This project has no test cases.")
        return False
    began = time.monotonic()
    trials = by_case(await _run_all(plan, project, bundle, cases))
    seconds = time.monotonic() - began
    if plan.junit:
        await asyncio.to_thread(write_junit, plan.junit, project.name or plan.folder.name, trials, seconds)
    if plan.as_json:
        show_json([each.to_json() if plan.repeat > 1 else each.verdicts[0].to_json() for each in trials])
    else:
        show_summary(trials, seconds, plan.repeat)
    return not any(_spoils(plan, each) for each in trials)


async def _run_all(plan: Plan, project: Project, bundle: Bundle, cases: Sequence[TestCase]) -> list[Verdict]:
    rounds = [case for _ in range(plan.repeat) for case in cases]
    with _progress(quiet=plan.as_json) as progress:
        bar = progress.add_task("", total=len(rounds))

        def ended(verdict: Verdict) -> None:
            progress.update(bar, advance=1, description=verdict.case)
            if not plan.as_json:
                show_verdict(verdict, plan.traces)

        verdicts: list[Verdict] = []
        if rounds and plan.voice:
            verdicts = await run_spoken(settings_for(None), bundle, rounds, plan.voice, plan.stops_early, ended)
        elif rounds:
            verdicts = await run_written(project, rounds, plan.jobs, plan.stops_early, ended)
        if plan.runs_unit_tests and not (plan.stops_early and any(verdict.is_bad for verdict in verdicts)):
            found = await asyncio.to_thread(run_unit_tests, plan.folder, plan.stops_early)
            for verdict in found:
                ended(verdict)
            verdicts += found
    return verdicts


def _spoils(plan: Plan, trials: Trials) -> bool:
    bad = any(verdict.is_bad for verdict in trials.verdicts)
    return bad or (plan.strict and any(verdict.status is Status.PENDING for verdict in trials.verdicts))


def _progress(quiet: bool) -> Progress:
    columns = (TextColumn("{task.description}", markup=False), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    return Progress(*columns, console=errors, transient=True, disable=quiet)
