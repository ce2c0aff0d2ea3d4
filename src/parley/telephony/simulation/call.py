"""A call placed by a program that speaks: a stack of its own, one call, and a simulated caller at our end of it."""

from __future__ import annotations

from collections.abc import AsyncIterable, AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass

from parley.kit.randomness import seeded
from parley.providers.recognition.protocol import RecognitionFailed, RecognitionSettings, RecognitionStream
from parley.providers.recognition.selection import create_recognizers
from parley.providers.speech.protocol import Synthesizer, silence
from parley.providers.speech.synthesizer import create_synthesizer
from parley.runtime.test_runs.caller_lines import CallerLine
from parley.telephony.simulation.plan import CallerSetting
from parley.telephony.sip.baresip.stack import open_stack
from parley.telephony.sip.protocol import DialRequest
from parley.telephony.sip.settings import SipSettings
from parley.voice.media_leg import MediaLeg
from parley.voice.simulation.caller_noise import BABBLE, Noise, NoiseKind, make_noise
from parley.voice.simulation.simulated_caller import LineBegan, SimulatedCaller

WARM_UP_SECONDS = 0.5
BABBLE_VOICES = ({"provider": "flite", "provider_voice_id": "rms"}, {"provider": "espeak"})


@dataclass(frozen=True, slots=True)
class Speaker:
    """Who calls, before there is a call: a voice, an ear and what is around them, loaded."""

    surroundings: CallerSetting
    synthesizer: Synthesizer
    noise: Noise | None
    ear: RecognitionStream | None

    def on(self, leg: MediaLeg, line_began: LineBegan | None = None) -> SimulatedCaller:
        around = self.surroundings
        return SimulatedCaller(
            leg,
            self.synthesizer,
            around.language,
            around.voice,
            noise=self.noise,
            ear=self.ear,
            line_began=line_began,
        )


@asynccontextmanager
async def prepared_speaker(surroundings: CallerSetting) -> AsyncIterator[Speaker]:
    async with AsyncExitStack() as opened:
        synthesizer = create_synthesizer("auto")
        opened.push_async_callback(synthesizer.aclose)
        noise = await _noise(surroundings, synthesizer)
        ear = await _ear(opened, surroundings.language) if surroundings.listens else None
        yield Speaker(surroundings, synthesizer, noise, ear)


async def call_and_speak(
    settings: SipSettings,
    request: DialRequest,
    surroundings: CallerSetting,
    converse: Callable[[SimulatedCaller], AsyncIterable[CallerLine]],
    *,
    ring_seconds: float,
    line_began: LineBegan | None = None,
) -> SimulatedCaller:
    """`converse` gives the lines. Returns when the call is over. Raises `CallNotConnected`."""
    async with AsyncExitStack() as opened:
        speaker = await opened.enter_async_context(prepared_speaker(surroundings))
        stack = await open_stack(settings)
        opened.push_async_callback(stack.aclose)
        call = await stack.dial(request)
        await call.wait_connected(ring_seconds)
        if surroundings.impairment:
            opened.callback((await call.send_badly(surroundings.impairment, seeded(surroundings.seed))).close)
        caller = speaker.on(call, line_began)
        await caller.converse(converse(caller))
        return caller


async def _noise(surroundings: CallerSetting, synthesizer: Synthesizer) -> Noise | None:
    if surroundings.noise is None:
        return None
    voices = []
    if surroundings.noise is NoiseKind.babble:
        for number, sentence in enumerate(BABBLE):
            voice = BABBLE_VOICES[number % len(BABBLE_VOICES)]
            pieces = synthesizer.synthesize(sentence, "en-US", voice)
            voices.append(b"".join([piece async for piece in pieces if isinstance(piece, bytes)]))
    return make_noise(surroundings.noise, surroundings.snr, surroundings.seed, voices)


async def _ear(opened: AsyncExitStack, language: str) -> RecognitionStream | None:
    """Loaded: what loads during the call takes time from the caller's own sound. None: the weights are not there, and
    the caller waits for its turn instead."""
    recognizer = next((one for one in create_recognizers("auto") if one.supports(language)), None)
    if recognizer is None:
        return None
    opened.push_async_callback(recognizer.aclose)
    stream = recognizer.open_stream(RecognitionSettings(language))
    opened.push_async_callback(stream.aclose)
    stream.feed(silence(WARM_UP_SECONDS))
    with suppress(RecognitionFailed):
        await stream.transcribe()
    return stream
