"""The voice in which the agent speaks."""

from __future__ import annotations

import random
from collections.abc import Sequence

from parley.agent_host.surface.catch_all import safe_str
from parley.agent_host.surface.context import CallContext
from parley.agent_host.surface.projection import project
from parley.agent_host.surface.tts_voices import TTSVoice, VoiceWeighting


class Speech:
    __slots__ = ("_context", "voice_change")

    def __init__(self, context: CallContext) -> None:
        self._context = context
        self.voice_change: TTSVoice | None = None
        """The voice that was set in this call."""

    @property
    def provider_voice_id(self) -> str:
        return str((self._context.kept.get("voice") or {}).get("provider_voice_id", ""))

    def set_voice(self, voice: TTSVoice) -> None:
        self.voice_change = voice
        # Projects bring voice classes of their own, or only an id.
        described = voice.to_dict() if hasattr(voice, "to_dict") else {"provider_voice_id": safe_str(voice)}
        self._context.recorder.voice = self._context.kept["voice"] = project(described)

    def set_random_voice(self, weightings: Sequence[VoiceWeighting]) -> None:
        choices = list(weightings)
        shares = distribute_weights(choices)
        if not choices:
            return
        chosen = random.choices(choices, shares if any(shares) else None)[0]  # noqa: S311 - nothing secret
        self.set_voice(chosen.voice)


def distribute_weights(weightings: list[VoiceWeighting]) -> list[float]:
    """Voices without a weight share what the others leave."""
    given = [weighting.weight for weighting in weightings]
    missing = given.count(None)
    share = max(1.0 - sum(weight for weight in given if weight is not None), 0.0) / missing if missing else 0.0
    return [share if weight is None else max(float(weight), 0.0) for weight in given]
