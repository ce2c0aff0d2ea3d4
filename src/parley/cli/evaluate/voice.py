"""The trials of an evaluation as phone calls, one after the other."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping, Sequence
from itertools import groupby
from typing import Any

from parley.cli.evaluate.written import ModelNames, opened_models
from parley.cli.operator import settings_for
from parley.cli.suite.voice import VoiceOptions
from parley.cli.voice.caller_options import LineQuality, default_voice, surroundings
from parley.domain.projects.evaluation import CallConditions
from parley.domain.projects.files import Bundle
from parley.domain.projects.loading.source import slug
from parley.runtime.test_runs.caller_lines import parse_line
from parley.runtime.test_runs.evaluation.trial import Trial, Wanted
from parley.voice.simulation.caller_noise import NoiseKind


async def hold_spoken(
    bundles: Mapping[str, Bundle],
    wanted: Sequence[Wanted],
    names: ModelNames,
    options: VoiceOptions,
    ended: Callable[[Trial], None],
) -> list[Trial]:
    """`bundles`: by the name of their rules. In the order of what is wanted; `ended` hears of each as it ends."""
    private: Any = importlib.import_module("parley.telephony.simulation.private_instance")
    spoken: Any = importlib.import_module("parley.telephony.simulation.spoken_trial")
    settings = settings_for(None)
    voices = options.voices or (default_voice(settings),)
    held: list[tuple[int, Trial]] = []
    options.recordings.mkdir(parents=True, exist_ok=True)
    numbered = sorted(enumerate(wanted), key=lambda each: each[1].configuration.rules)
    async with opened_models(settings, wanted, names) as opened:
        for rules, trials in groupby(numbered, key=lambda each: each[1].configuration.rules):
            async with private.private_instance(settings, bundles[rules]) as instance:
                for place, one in trials:
                    call = _call(spoken, one, place, voices[place % len(voices)], options)
                    model = opened.models[one.configuration.model]
                    held.append((place, await spoken.run_spoken_trial(instance, one, opened.roles, model, call)))
                    ended(held[-1][1])
    if options.folder is None and not any(options.recordings.iterdir()):
        options.recordings.rmdir()
    return [trial for _, trial in sorted(held, key=lambda each: each[0])]


def _call(spoken: Any, wanted: Wanted, place: int, voice: str, options: VoiceOptions) -> Any:
    goal, quality, after = wanted.goal, options.quality, options.interrupts_after
    if goal.call is not None:
        quality, after = _quality(goal.call), goal.call.interrupts_after
    listens = any(parse_line(line.say).after_words for line in goal.lines)
    name = slug(f"{goal.name} {wanted.persona.name} {wanted.configuration.name} {wanted.number}")
    return spoken.TrialCall(
        surroundings(voice, goal.case.language, quality, listens=listens, seed=wanted.seed),
        voice,
        after,
        options.recordings / f"{place + 1:03}_{name[:80]}.wav",
        options.folder is not None,
    )


def _quality(call: CallConditions) -> LineQuality:
    return LineQuality(NoiseKind(call.noise) if call.noise else None, call.snr, call.loss, call.jitter)
