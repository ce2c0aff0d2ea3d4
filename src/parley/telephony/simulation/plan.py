"""What the process of a simulated caller is told, and what it tells, as JSON."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from parley.runtime.test_runs.caller_lines import CallerLine
from parley.telephony.sip.media.bad_network import NO_IMPAIRMENT, Impairment
from parley.voice.simulation.caller_noise import NoiseKind
from parley.voice.simulation.caller_report import SpokenLine


@dataclass(frozen=True, slots=True)
class CallerSetting:
    """Who calls, and from where."""

    language: str
    voice: Mapping[str, Any]
    noise: NoiseKind | None = None
    snr: float = 15.0
    impairment: Impairment = NO_IMPAIRMENT
    listens: bool = False
    """To what the agent says, for lines that wait for certain words."""
    seed: int = 1


@dataclass(frozen=True, slots=True)
class CallPlan:
    number: str
    port: int
    """The agent's, for SIP over UDP on this machine."""
    caller: str
    surroundings: CallerSetting
    recording: str = ""
    """A file for both sides of the call; empty: none."""
    waits: bool = False
    """For the answer, before it asks for the next line: who decides on it has to hear that first."""

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, found: Mapping[str, Any]) -> CallPlan:
        around = dict(found["surroundings"])
        noise = NoiseKind(around.pop("noise")) if around["noise"] else around.pop("noise")
        impairment = Impairment(**around.pop("impairment"))
        surroundings = CallerSetting(**around, noise=noise, impairment=impairment)
        return cls(**{**found, "surroundings": surroundings})


def report_to_json(report: list[SpokenLine]) -> list[dict[str, Any]]:
    return [asdict(line) for line in report]


def report_from_json(found: list[Mapping[str, Any]]) -> list[SpokenLine]:
    return [SpokenLine(**{**line, "line": CallerLine(**line["line"])}) for line in found]
