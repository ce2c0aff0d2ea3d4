"""The options of `parley evaluate`, and what its exit status is."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import orjson
import typer

from parley.cli.agents.check import Folder, read_project
from parley.cli.evaluate.matrix import BUILT_IN, Axes, material_of, trials, with_rules
from parley.cli.evaluate.voice import hold_spoken
from parley.cli.evaluate.written import ModelNames, hold_all
from parley.cli.operator import (
    EXPECTED,
    AsJson,
    console,
    errors,
    fail,
    fail_because,
    printable,
    settings_for,
    show_json,
)
from parley.cli.suite.voice import (
    Interrupt,
    Recordings,
    Spoken,
    VoiceOptions,
    Voices,
    heard_how,
    voice_options,
)
from parley.cli.voice.caller_options import JitterOption, LineQuality, LossOption, NoiseOption, SnrOption
from parley.domain.projects.files import Bundle
from parley.domain.projects.model import Project
from parley.kit.clock import iso
from parley.providers.local_model.catalogue import MODELS
from parley.resources import model_settings
from parley.runtime.test_runs.evaluation.gate import BaselineRefused, Change, changes
from parley.runtime.test_runs.evaluation.model_usage import Price
from parley.runtime.test_runs.evaluation.page import page
from parley.runtime.test_runs.evaluation.report import Setting, report
from parley.runtime.test_runs.evaluation.trial import Trial
from parley.runtime.test_runs.verdict import Status

REPORTS = Path("evaluation-report")


class Users(StrEnum):
    AUTO = "auto"
    MODEL = "model"
    SCRIPTED = "scripted"


Goals = Annotated[list[str] | None, typer.Option(help="Only these goals, by name.")]
Personas = Annotated[list[str] | None, typer.Option(help="Only these personas, by name.")]
Models = Annotated[list[str] | None, typer.Option(help="A model of your endpoint, or built-in; several are compared.")]
Variants = Annotated[list[str] | None, typer.Option(help="A variant; several are compared.")]
Rules = Annotated[
    list[Path] | None,
    typer.Option(help="A file of other rules, compared with the project's own.", exists=True, dir_okay=False),
]
Repeat = Annotated[int, typer.Option(help="Hold each conversation so many times.", min=1, max=100)]
Seed = Annotated[int, typer.Option(help="The same seed makes the same users.", min=0)]
Who = Annotated[Users, typer.Option(help="Who plays the users (auto: a model if there is one).")]
UserModel = Annotated[str, typer.Option(help="Model that plays the users (default: your endpoint's).")]
JudgeModel = Annotated[str, typer.Option(help="Model that judges (default: your endpoint's).")]
Prices = Annotated[
    list[str] | None, typer.Option(metavar="MODEL=IN/OUT", help="Price of a million tokens read and written.")
]
Out = Annotated[Path, typer.Option("--out", "-o", help="Folder for report.json and report.html.")]
Baseline = Annotated[
    Path | None, typer.Option(help="A report.json from before: fail when it is worse.", exists=True, dir_okay=False)
]
Tolerance = Annotated[float, typer.Option(help="How much of the share may be lost.", min=0, max=1)]
Jobs = Annotated[int, typer.Option("-j", "--jobs", help="So many conversations at a time.", min=1, max=64)]


def evaluate_command(
    folder: Folder,
    goal: Goals = None,
    persona: Personas = None,
    model: Models = None,
    variant: Variants = None,
    rules: Rules = None,
    repeat: Repeat = 1,
    seed: Seed = 1,
    users: Who = Users.AUTO,
    user_model: UserModel = "",
    judge_model: JudgeModel = "",
    price: Prices = None,
    out: Out = REPORTS,
    baseline: Baseline = None,
    tolerance: Tolerance = 0.05,
    jobs: Jobs = 1,
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
    """Let simulated users of all kinds talk to an agent: how many get what they want, how fast and at what price.

    Goals and personas stand in evaluation/*.yaml. With PARLEY_LLM_BASE_URL a model plays the users and judges by the
    rubric; without one, users say the lines that are written, and what can be checked is checked.

    With --voice a synthesised caller says the users' lines in real calls to an instance of the agent's own, one after
    the other and in real time. A goal that describes its `call` is tried in that; the options are for all others.

    The exit status is 0, or 1 when the share of conversations that passed is lower than the baseline's by more than the
    tolerance, or none could be held.

    Example: parley evaluate my-agent --repeat 3 --baseline main.json --tolerance 0.05
    """
    spoken = voice_options(voice, voices, LineQuality(noise, snr, loss, jitter), interrupt, record)
    plays, judges, own = _roles(users, model or ())
    others, names = _rules(rules or ()), list(dict.fromkeys(model or [own]))
    axes = Axes(goal or (), persona or (), names, variant or (), ["", *others], repeat, seed)
    model_names = ModelNames(user_model if plays else None, judge_model if judges else None)
    options = _Options(folder, others, axes, model_names, jobs, spoken, dict(map(_price, price or ())), as_json)
    before = _baseline(baseline) if baseline else None
    if not _run_and_report(options, before, tolerance, out):
        raise typer.Exit(1)


@dataclass(frozen=True, slots=True)
class _Options:
    folder: Path
    rules: Mapping[str, str]
    axes: Axes
    model_names: ModelNames
    jobs: int
    spoken: VoiceOptions | None
    prices: Mapping[str, Price]
    quiet: bool


def _run_and_report(options: _Options, before: dict[str, Any] | None, tolerance: float, out: Path) -> bool:
    """Whether all went as well as before."""
    try:
        has_run, written = _evaluate(options)
        compared = changes(written, before, tolerance) if before else []
        _write(out, written)
    except KeyboardInterrupt:
        raise typer.Exit(130) from None
    except EXPECTED as error:
        fail_because(error)
    _show(written, compared, out, options.quiet)
    return has_run and not any(each.is_regression for each in compared)


def _evaluate(options: _Options) -> tuple[bool, dict[str, Any]]:
    """Whether any conversation could be held, and the report."""
    project, bundle = _project(options.folder)
    agents = {"": (bundle, project)} | {name: with_rules(bundle, text) for name, text in options.rules.items()}
    held = asyncio.run(_hold(agents, options))
    axes, plays, judges = options.axes, options.model_names.user is not None, options.model_names.judge is not None
    who, at, name = "model" if plays else "scripted", iso(datetime.now(UTC)), project.name or options.folder.name
    written = report(held, Setting(name, at, axes.seed, axes.repeat, who, judges, options.prices))
    return any(trial.status is not Status.PENDING for trial in held), written


def _roles(users: Users, models: Sequence[str]) -> tuple[bool, bool, str]:
    """Whether a model plays the users and judges, and which model the agent has by itself."""
    configured = model_settings(settings_for(None))
    needs_no_endpoint = {BUILT_IN, *MODELS}
    if not configured.is_set and (users is Users.MODEL or not needs_no_endpoint.issuperset(models)):
        fail("There is no model: set PARLEY_LLM_BASE_URL.")
    plays = users is Users.MODEL or (users is Users.AUTO and configured.is_set)
    on_this_machine = configured.provider if configured.provider in MODELS else None
    own = on_this_machine or configured.model if configured.is_set else BUILT_IN
    return plays, configured.is_set, own


def _rules(paths: Sequence[Path]) -> dict[str, str]:
    found: dict[str, str] = {}
    for path in paths:
        if path.stem in found:
            fail(f"Two files of rules are called {path.stem}: the report could not tell them apart.")
        found[path.stem] = path.read_text(encoding="utf-8", errors="replace")
    return found


async def _hold(agents: Mapping[str, tuple[Bundle, Project]], options: _Options) -> list[Trial]:
    wanted, ended = trials(material_of(*agents[""]), options.axes), _unheard if options.quiet else _line
    if options.spoken is not None:
        bundles = {name: bundle for name, (bundle, _) in agents.items()}
        return await hold_spoken(bundles, wanted, options.model_names, options.spoken, ended)
    projects = {name: project for name, (_, project) in agents.items()}
    return await hold_all(projects, wanted, options.model_names, options.jobs, ended)


def _project(folder: Path) -> tuple[Project, Bundle]:
    project, bundle, problems = read_project(folder)
    if project is None or bundle is None:
        fail("; ".join(str(problem) for problem in problems if problem.fatal))
    return project, bundle


def _baseline(path: Path) -> dict[str, Any]:
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except ValueError:
        found = None
    if not isinstance(found, dict):
        fail(f"{path}: {BaselineRefused()}")
    return found


def _price(text: str) -> tuple[str, Price]:
    name, _, numbers = text.rpartition("=")
    read, _, written = numbers.partition("/")
    try:
        found = Price(float(read), float(written))
    except ValueError:
        raise typer.BadParameter(f"{text!r} is not like MODEL=0.15/0.60", param_hint="--price") from None
    if not name or min(found.read, found.written) < 0:
        raise typer.BadParameter(f"{text!r} is not like MODEL=0.15/0.60", param_hint="--price")
    return name, found


def _write(folder: Path, written: dict[str, Any]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "report.json").write_bytes(orjson.dumps(written, option=orjson.OPT_INDENT_2))
    (folder / "report.html").write_text(page(written), encoding="utf-8")


def _line(trial: Trial) -> None:
    wanted = trial.wanted
    style = {Status.PASSED: "green", Status.PENDING: "yellow"}.get(trial.status, "red")
    console.print(f"{trial.status.value:10}", style=style, end="", highlight=False)
    words = f"{wanted.goal.name} · {wanted.persona.name} · {wanted.configuration.name}  {trial.seconds:.1f} s"
    console.print(printable(words), markup=False, highlight=False, soft_wrap=True)
    if trial.spoken is not None:
        console.print(f"          {heard_how(trial.spoken)}", style="dim", markup=False, highlight=False)
    for reason in trial.reasons:
        console.print(f"          {printable(reason)}", style="dim", markup=False, highlight=False, soft_wrap=True)


def _unheard(_trial: Trial) -> None:
    """Programs read the whole."""


def _show(written: dict[str, Any], compared: Sequence[Change], out: Path, as_json: bool) -> None:
    if as_json:
        show_json({**written, "changes": [str(each) for each in compared]})
        return
    console.print()
    for each in written["configurations"]:
        console.print(_told(each, written["repeat"]), markup=False, highlight=False, soft_wrap=True)
    for change in compared:
        style = "red" if change.is_regression else "green"
        errors.print(str(change), style=style, markup=False, highlight=False, soft_wrap=True)
    console.print(f"{out / 'report.html'}", markup=False, highlight=False, soft_wrap=True)


def _told(each: dict[str, Any], repeat: int) -> str:
    parts = [f"{each['passed']} of {each['trials']} passed"]
    if repeat > 1 and (share := each["pass_all"][str(repeat)]) is not None:
        parts.append(f"pass^{repeat} {share:.1%}")
    if latency := each["latency_ms"]:
        parts.append(f"{latency['median']:.0f} ms (95 %: {latency['p95']:.0f})")
    if each["requests_per_conversation"]:
        parts.append(f"{each['tokens_per_conversation']:.0f} tokens")
    if (cost := each["cost_per_conversation"]) is not None:
        parts.append(f"cost {cost:.5f}")
    if voice := each["voice"]:
        parts.append(f"word error {voice['word_error']:.1%}")
    if each["not_run"]:
        parts.append(f"{each['not_run']} not run")
    return f"{each['name']}: {', '.join(parts)}"
