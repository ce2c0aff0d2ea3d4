"""Voices as agent code names them. They take any argument: it is up to the speech provider what it makes of it."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, ClassVar

from parley.agent_host.protocol import Json
from parley.agent_host.surface.catch_all import safe_str
from parley.agent_host.surface.projection import project


class TTSVoice:
    _provider: ClassVar[str] = ""
    _positions: ClassVar[tuple[str, ...]] = ("provider", "provider_voice_id", "config")

    def __init__(self, *args: Any, **options: Any) -> None:
        self._options: dict[str, Any] = dict(zip(self._positions, args, strict=False)) | options

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        return self._options.get(name)

    @property
    def provider(self) -> str:
        return str(self._provider or self._options.get("provider") or "")

    @property
    def provider_voice_id(self) -> str:
        return str(self._options.get("provider_voice_id") or self._options.get("voice_id") or "")

    def to_dict(self) -> dict[str, Json]:
        config = {
            name: value
            for name, value in self._options.items()
            if value is not None and name not in ("provider", "provider_voice_id", "voice_id", "config")
        }
        config |= self._options.get("config") or {}
        if self._provider and self._options.get("provider"):
            config["provider"] = self._options["provider"]
        found: dict[str, Json] = project(
            {"provider": self.provider, "provider_voice_id": self.provider_voice_id, "config": config}
        )
        return found

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.provider_voice_id!r})"


class CustomVoice(TTSVoice):
    pass


class ElevenLabsVoice(TTSVoice):
    _provider = "elevenlabs"
    _positions = ("provider_voice_id", "similarity_boost", "stability", "model_id", "speed")


class RimeVoice(TTSVoice):
    _provider = "rime"
    _positions = ("provider_voice_id", "speech_alpha", "model_id")


class CartesiaVoice(TTSVoice):
    _provider = "cartesia"
    _positions = ("provider_voice_id", "speed", "emotions", "model_id", "volume", "emotion", "language")


class PlayHTVoice(TTSVoice):
    _provider = "playht"
    _positions = (
        "provider_voice_id",
        "speed",
        "temperature",
        "emotion",
        "voice_guidance",
        "style_guidance",
        "voice_engine",
    )


class MinimaxVoice(TTSVoice):
    _provider = "minimax"
    _positions = ("model_id", "voice_id", "speed", "vol", "pitch", "emotion")


class HumeVoice(TTSVoice):
    _provider = "hume"
    _positions = ("provider_voice_id", "voice_description", "version", "instant_mode", "provider")


class GoogleVoice(TTSVoice):
    _provider = "google"
    _positions = ("provider_voice_id", "gender")


VoiceType = TTSVoice


class EmotionKind:
    ANGER = "anger"
    POSITIVITY = "positivity"
    SURPRISE = "surprise"
    SADNESS = "sadness"
    CURIOSITY = "curiosity"


class EmotionIntensity:
    LOWEST = "lowest"
    LOW = "low"
    HIGH = "high"
    HIGHEST = "highest"


EmotionKindValue = EmotionIntensityValue = str


class Emotion:
    def __init__(self, kind: Any = None, intensity: Any = None) -> None:
        self.kind = kind
        self.intensity = intensity

    def to_dict(self) -> dict[str, Any]:
        return {"kind": self.kind, "intensity": self.intensity}


class VoiceWeighting:
    def __init__(self, voice: TTSVoice, weight: float | None = None) -> None:
        self.voice = voice
        self.weight = weight


def describe_voice(voice: object) -> dict[str, Json]:
    """Projects bring voice classes of their own, or only an id."""
    found: dict[str, Json] = project(
        voice.to_dict() if hasattr(voice, "to_dict") else {"provider_voice_id": safe_str(voice)}
    )
    return found


def choose_voice(weightings: Sequence[VoiceWeighting]) -> VoiceWeighting | None:
    """By lot; None when there are none."""
    choices = list(weightings)
    weights = _distribute_weights(choices)
    if not choices:
        return None
    return random.choices(choices, weights if any(weights) else None)[0]  # noqa: S311 - nothing secret


def _distribute_weights(weightings: list[VoiceWeighting]) -> list[float]:
    """Voices without a weight share what the others leave."""
    given = [weighting.weight for weighting in weightings]
    missing = given.count(None)
    share = max(1.0 - sum(weight for weight in given if weight is not None), 0.0) / missing if missing else 0.0
    return [share if weight is None else max(float(weight), 0.0) for weight in given]
