"""Options of callers that are programs: who speaks, and how bad the line is."""

from __future__ import annotations

import importlib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any

import typer

from parley.cli.operator import fail
from parley.cli.voice.command import MISSING, is_installed
from parley.settings import Settings
from parley.voice.simulation.caller_noise import NoiseKind

VOICES = ("flite", "espeak", "hibari")
ACCENTS = {
    "american": "flite:rms",
    "american-female": "flite:slt",
    "scottish": "flite:awb",
    "british": "espeak:en-gb",
    "caribbean": "espeak:en-029",
}
VOICE = re.compile(r"[a-z]+(:[\w+-]+)?")

NoiseOption = Annotated[NoiseKind | None, typer.Option("--noise", help="Noise around the caller.")]
SnrOption = Annotated[float, typer.Option("--snr", help="How much louder the caller is, in decibels.", min=-10, max=60)]
LossOption = Annotated[
    float, typer.Option("--loss", help="Percent of the caller's packets that are lost.", min=0, max=50)
]
JitterOption = Annotated[
    float, typer.Option("--jitter", help="Milliseconds that they are late at most.", min=0, max=1000)
]


@dataclass(frozen=True, slots=True)
class LineQuality:
    noise: NoiseKind | None = None
    snr: float = 15.0
    loss: float = 0.0
    jitter: float = 0.0


def parse_voice(text: str) -> Mapping[str, str]:
    """`flite:rms`, or an accent. Ends the command when there is no such voice."""
    name = ACCENTS.get(text, text)
    engine, _, voice = name.partition(":")
    if engine not in VOICES or not VOICE.fullmatch(name):
        fail(f"The voice is to be one of: {', '.join(VOICES)}; or an accent: {', '.join(ACCENTS)}.")
    return {"provider": engine, "provider_voice_id": voice}


def default_voice(settings: Settings) -> str:
    """Another engine than the agent's own: who hears its own voice understands it too well."""
    return "espeak:en-us" if settings.speech == "flite" else "flite:slt"


def surroundings(voice: str, language: str, quality: LineQuality, *, listens: bool, seed: int = 1) -> Any:
    """For the caller of a simulated call."""
    if not is_installed():
        fail(MISSING)
    # Imported here and nowhere else: it needs the extra.
    plan = importlib.import_module("parley.telephony.simulation.plan")
    impairment = plan.Impairment(quality.loss / 100, quality.jitter / 1000)
    return plan.CallerSetting(language, parse_voice(voice), quality.noise, quality.snr, impairment, listens, seed)
