"""A call placed by a program that speaks: a stack of its own, one call, and a simulated caller at our end of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from parley.providers.speech.synthesizer import create_synthesizer
from parley.telephony.sip.baresip_stack import open_stack
from parley.telephony.sip.protocol import DialRequest
from parley.telephony.sip.settings import SipSettings
from parley.voice.simulated_caller import CallerLine, SimulatedCaller


async def call_and_speak(
    settings: SipSettings,
    request: DialRequest,
    lines: Sequence[CallerLine],
    *,
    ring_seconds: float,
    language: str,
    voice: Mapping[str, Any],
) -> SimulatedCaller:
    """Returns when the call is over. Raises `CallNotConnected`."""
    synthesizer = create_synthesizer("auto")
    stack = await open_stack(settings)
    try:
        call = await stack.dial(request)
        await call.wait_connected(ring_seconds)
        caller = SimulatedCaller(call, synthesizer, language, voice)
        await caller.run(lines)
        return caller
    finally:
        await stack.aclose()
        await synthesizer.aclose()
