"""The cases of a test suite as phone calls."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from parley.cli.caller_options import LineQuality, default_voice, surroundings
from parley.cli.operator import console
from parley.domain.projects.files import Bundle
from parley.domain.projects.loading.source import slug
from parley.domain.projects.model import TestCase
from parley.resources import model_settings
from parley.runtime.test_runs.caller_lines import parse_line
from parley.runtime.test_runs.verdict import Status, Verdict
from parley.settings import Settings

RECORDINGS = Path("recordings")
"""Where failing cases are kept, unless another folder is named."""


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
    latency = "" if report.latency is None else f", {report.latency * 1000:.0f} ms to an answer (median)"
    interruptions = f", {report.interruptions} interruptions" if report.interruptions else ""
    console.print(f"    {report.voice}: word error {report.word_error:.1%}{latency}{interruptions}", highlight=False)
    for turn in report.turns:
        if turn.errors or verdict.status is not Status.PASSED:
            console.print(f"      said:  {turn.said}", style="dim", markup=False, highlight=False)
            console.print(f"      heard: {turn.heard or '(nothing)'}", style="dim", markup=False, highlight=False)
    if report.recording:
        console.print(f"    recorded to {report.recording}", markup=False, highlight=False)
