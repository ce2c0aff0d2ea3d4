"""The cases of a test suite as phone calls."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

from parley.cli.operator import console, fail
from parley.cli.voice.caller_options import LineQuality, default_voice, parse_voice, surroundings
from parley.cli.voice.command import MISSING, is_installed
from parley.domain.projects.files import Bundle
from parley.domain.projects.loading.source import slug
from parley.domain.projects.model import TestCase
from parley.kit import log
from parley.resources import model_settings
from parley.runtime.test_runs.caller_lines import parse_line
from parley.runtime.test_runs.spoken import SpokenReport
from parley.runtime.test_runs.verdict import Status, Verdict
from parley.settings import Settings

RECORDINGS = Path("recordings")
"""Where failing cases are kept, unless another folder is named."""


Spoken = Annotated[bool, typer.Option("--voice", help="Speak over phone calls on this machine, in real time.")]
Voices = Annotated[
    str, typer.Option(help="Who calls, in turn: voices such as flite:rms, or accents, separated by commas.")
]
Interrupt = Annotated[
    float | None, typer.Option(help="Speak every line but the first over the agent, after so many seconds.", min=0)
]
Recordings = Annotated[
    Path | None, typer.Option(help="A folder for recordings of all calls (default: recordings/, of failing ones).")
]


@dataclass(frozen=True, slots=True)
class VoiceOptions:
    voices: Sequence[str]
    """The cases take turns with them."""
    quality: LineQuality
    interrupts_after: float | None
    folder: Path | None
    """For the recordings of all cases; None: of those that fail."""

    @property
    def recordings(self) -> Path:
        return self.folder or RECORDINGS


def voice_options(
    is_spoken: bool, voices: str, quality: LineQuality, interrupts_after: float | None, folder: Path | None
) -> VoiceOptions | None:
    """None: everything is in writing. Ends the command where nothing can be spoken, or a voice does not exist."""
    if not is_spoken:
        return None
    if not is_installed():
        fail(MISSING)
    log.configure("test", "error")
    names = [name.strip() for name in voices.split(",") if name.strip()]
    for name in names:
        parse_voice(name)
    return VoiceOptions(names, quality, interrupts_after, folder)


async def run_spoken(
    settings: Settings,
    bundle: Bundle,
    cases: Sequence[TestCase],
    wanted: VoiceOptions,
    stops_early: bool,
    ended: Callable[[Verdict], None],
) -> list[Verdict]:
    private: Any = importlib.import_module("parley.telephony.simulation.private_instance")
    spoken: Any = importlib.import_module("parley.telephony.simulation.spoken_case")
    verdicts: list[Verdict] = []
    folder = wanted.recordings
    folder.mkdir(parents=True, exist_ok=True)
    voices = wanted.voices or (default_voice(settings),)
    async with private.private_instance(settings, bundle) as instance:
        for number, case in enumerate(cases):
            voice = voices[number % len(voices)]
            listens = any(parse_line(str(entry.get("user", ""))).after_words for entry in case.script)
            options = spoken.SpokenOptions(
                surroundings(voice, case.language, wanted.quality, listens=listens, seed=number + 1),
                voice,
                model_settings(settings).is_set,
                wanted.interrupts_after,
                folder / f"{slug(case.name)}.wav",
                wanted.folder is not None,
            )
            verdicts.append(await spoken.run_spoken_case(instance, case, options))
            ended(verdicts[-1])
            if stops_early and verdicts[-1].is_bad:
                break
    if wanted.folder is None and not any(folder.iterdir()):
        folder.rmdir()
    return verdicts


def show_spoken(verdict: Verdict) -> None:
    """What was said and heard, below the line of a case."""
    report = verdict.spoken
    if report is None:
        return
    console.print(f"    {heard_how(report)}", markup=False, highlight=False)
    for turn in report.turns:
        if turn.errors or verdict.status is not Status.PASSED:
            console.print(f"      said:  {turn.said}", style="dim", markup=False, highlight=False)
            console.print(f"      heard: {turn.heard or '(nothing)'}", style="dim", markup=False, highlight=False)
    if report.recording:
        console.print(f"    recorded to {report.recording}", markup=False, highlight=False)


def heard_how(report: SpokenReport) -> str:
    latency = "" if report.latency is None else f", {report.latency * 1000:.0f} ms to an answer (median)"
    interruptions = f", {report.interruptions} interruptions" if report.interruptions else ""
    return f"{report.voice}: word error {report.word_error:.1%}{latency}{interruptions}"
