"""How soon nothing more goes to a caller who interrupts: from the decision to the last packet that has sound in it."""

from __future__ import annotations

import asyncio
import statistics
import time
from functools import partial
from ipaddress import ip_network

from benchmarks.calls_agent import TALKS
from benchmarks.calls_media import SILENCE, Sink, receive_media
from benchmarks.calls_setup import LOOPBACK, Site, free_port, until
from benchmarks.table import Row
from parley.providers.speech.synthesizer import EngineSynthesizer, create_synthesizer
from parley.telephony.sip.baresip.stack import open_stack
from parley.telephony.sip.protocol import IncomingCall, SipCall
from parley.telephony.sip.settings import SipSettings
from parley.voice.playback import Playback

INTERRUPTIONS = 40
SPOKEN_SECONDS = 1.0
WATCHED_SECONDS = 0.4
PHASE_SECONDS = 0.0037
"""Decisions fall anywhere between two packets."""
REPLY = "This is a long reply without a pause in it that goes on and on and on while somebody wants to speak. And"


async def measure_silence(running_site: Site) -> list[Row]:
    settings = SipSettings(host=LOOPBACK, udp_port=running_site.sip_port, tls_port=free_port(), max_calls=2)
    stack, synthesizer = await open_stack(settings), create_synthesizer("flite")
    waiting: asyncio.Queue[IncomingCall] = asyncio.Queue()

    async def received(incoming: IncomingCall) -> None:
        waiting.put_nowait(incoming)

    stack.allow_trunks([[ip_network(f"{LOOPBACK}/32")]])
    stack.on_incoming_call(received)
    assert isinstance(synthesizer, EngineSynthesizer)
    try:
        async with receive_media(1) as sinks, running_site.callers(TALKS, sinks):
            call = await (await waiting.get()).answer()
            delays = [await _interrupt(call, synthesizer, sinks[0], number) for number in range(INTERRUPTIONS)]
            await call.hang_up()
    finally:
        await synthesizer.aclose()
        await stack.aclose()
    name = "speech: from the decision to the last packet with sound"
    return [
        Row(f"{name}, p50", statistics.median(delays), None, "ms", at_most=60),
        Row(f"{name}, the longest of {INTERRUPTIONS}", max(delays), None, "ms", at_most=60),
    ]


async def _interrupt(call: SipCall, synthesizer: EngineSynthesizer, sink: Sink, number: int) -> float:
    """Milliseconds; none where the decision falls on a moment of silence."""
    playback, began = Playback(call, synthesizer), time.time()
    playback.say(REPLY)
    await until(partial(_sounds, sink, began))
    await asyncio.sleep(SPOKEN_SECONDS + number * PHASE_SECONDS)
    decided = time.time()
    playback.pause()
    await asyncio.sleep(WATCHED_SECONDS)
    last = max(moment for _, moment, sound in sink.packets if sound.strip(SILENCE))
    await playback.aclose()
    return max(last - decided, 0) * 1000


async def _sounds(sink: Sink, since: float) -> bool:
    return sink.first_sound_after(since) is not None
