"""Speech services against a stand-in that speaks their documented protocols over a real socket."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import aclosing
from types import SimpleNamespace
from typing import Any

import pytest

from parley.providers.speech import http_stream
from parley.providers.speech.cartesia import Cartesia, CartesiaEndpoint
from parley.providers.speech.elevenlabs import ElevenLabs, ElevenLabsEndpoint
from parley.providers.speech.openai import OpenAISpeech, SpeechEndpoint
from parley.providers.speech.protocol import (
    SpeechFailed,
    SpeechRefused,
    SpeechService,
    SpokenWord,
    VoiceSettings,
)
from parley.providers.speech.services import create_services
from parley.providers.speech.word_times import position
from tests.fake_speech import SECONDS_PER_LETTER, FakeSpeech, fake_speech, letters_in

pytestmark = pytest.mark.io

Open = Callable[[str], SpeechService]
SERVICES: dict[str, Open] = {
    "elevenlabs": lambda url: ElevenLabs(ElevenLabsEndpoint("xi-secret", url)),
    "cartesia": lambda url: Cartesia(CartesiaEndpoint("sk-secret", url)),
    "openai": lambda url: OpenAISpeech(SpeechEndpoint(f"{url}/v1", "tts-1", "alloy", "sk-secret")),
}
every_service = pytest.mark.parametrize("name", SERVICES)
SENTENCE = "A table for two, at eight."


@pytest.fixture
async def server() -> AsyncIterator[FakeSpeech]:
    async with fake_speech() as fake:
        yield fake


@pytest.fixture
async def open_service(server: FakeSpeech) -> AsyncIterator[Callable[[str], SpeechService]]:
    opened: list[SpeechService] = []

    def open_it(name: str) -> SpeechService:
        opened.append(SERVICES[name](server.url))
        return opened[-1]

    yield open_it
    for service in opened:
        await service.aclose()


async def say(
    service: SpeechService, sentence: str = SENTENCE, language: str = "en-US", voice: VoiceSettings | None = None
) -> tuple[bytes, list[SpokenWord]]:
    audio, words = b"", []
    async with aclosing(service.speak(sentence, language, voice or VoiceSettings())) as pieces:
        async for piece in pieces:
            if isinstance(piece, SpokenWord):
                words.append(piece)
            else:
                audio += piece
    return audio, words


@every_service
async def test_a_sentence_is_spoken_while_it_is_made(
    name: str, server: FakeSpeech, open_service: Callable[[str], SpeechService]
) -> None:
    server.may_go_on.clear()
    async with aclosing(open_service(name).speak(SENTENCE, "en-US", VoiceSettings())) as pieces:
        audio = b""
        while not audio:
            piece = await anext(pieces)
            audio += piece if isinstance(piece, bytes) else b""
        server.may_go_on.set()
        async for piece in pieces:
            audio += piece if isinstance(piece, bytes) else b""
    assert letters_in(audio) == SENTENCE


@pytest.mark.parametrize(
    ("name", "counts_from_chunks"), [("elevenlabs", False), ("elevenlabs", True), ("cartesia", False)]
)
async def test_words_come_with_the_end_of_their_audio(
    name: str, counts_from_chunks: bool, server: FakeSpeech, open_service: Callable[[str], SpeechService]
) -> None:
    server.counts_from_chunks = counts_from_chunks
    _, words = await say(open_service(name))
    ends = [SENTENCE.index(word) + len(word) for word in SENTENCE.split()]
    expected = [position(end * SECONDS_PER_LETTER) for end in ends]
    assert [word.text for word in words] == SENTENCE.split()
    assert [word.end for word in words] == pytest.approx(expected, abs=4)


@every_service
async def test_the_connection_serves_the_next_sentence_and_the_key_is_shown(
    name: str, server: FakeSpeech, open_service: Callable[[str], SpeechService]
) -> None:
    service = open_service(name)
    for sentence in ("One.", "Two."):
        audio, _ = await say(service, sentence)
        assert letters_in(audio) == sentence
    assert not server.hung_up.is_set()
    shown = server.last.headers.get("xi-api-key") or server.last.headers["authorization"]
    assert shown.endswith("-secret")


async def test_elevenlabs_is_asked_for_what_a_voice_says(
    server: FakeSpeech, open_service: Callable[[str], SpeechService]
) -> None:
    options = (("similarity_boost", 7), ("stability", 0.4), ("style", 0.1), ("use_speaker_boost", True))
    await say(open_service("elevenlabs"), "Hola.", "es-ES", VoiceSettings("elevenlabs", "v-1", 1.5, options))
    assert server.last.headers["target"] == ("/v1/text-to-speech/v-1/stream/with-timestamps?output_format=pcm_8000")
    settings = {"similarity_boost": 1.0, "stability": 0.4, "style": 0.1, "use_speaker_boost": True, "speed": 1.2}
    assert server.last.body == {
        "text": "Hola.",
        "model_id": "eleven_flash_v2_5",
        "language_code": "es",
        "voice_settings": settings,
    }


@pytest.mark.parametrize("name", ["..", "a/b", "a?b", " "])
async def test_what_is_no_voice_leads_nowhere(
    name: str, server: FakeSpeech, open_service: Callable[[str], SpeechService]
) -> None:
    with pytest.raises(SpeechRefused):
        await say(open_service("elevenlabs"), voice=VoiceSettings("elevenlabs", name))
    assert not server.requests


async def test_elevenlabs_multilingual_models_are_told_no_language(
    server: FakeSpeech, open_service: Callable[[str], SpeechService]
) -> None:
    voice = VoiceSettings("elevenlabs", options=(("model_id", "eleven_multilingual_v2"),))
    await say(open_service("elevenlabs"), voice=voice)
    assert server.last.body == {"text": SENTENCE, "model_id": "eleven_multilingual_v2"}


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ((("emotion", "calm"), ("volume", 3)), {"generation_config": {"speed": 0.6, "volume": 2.0, "emotion": "calm"}}),
        (
            (("emotions", ("positivity:high",)), ("model_id", "sonic-2")),
            {"model_id": "sonic-2", "controls": {"speed": -0.5, "emotion": ["positivity:high"]}},
        ),
    ],
)
async def test_cartesia_is_asked_for_what_a_voice_says(
    options: Any, expected: dict[str, Any], server: FakeSpeech, open_service: Callable[[str], SpeechService]
) -> None:
    await say(open_service("cartesia"), "Hola.", "es-MX", VoiceSettings("cartesia", "v1", 0.5, options))
    body = dict(server.last.body)
    assert body.pop("output_format") == {"container": "raw", "encoding": "pcm_s16le", "sample_rate": 8000}
    spoken_by: dict[str, Any] = {"mode": "id", "id": "v1"}
    if controls := expected.get("controls"):
        spoken_by["__experimental_controls"] = controls
    rest = {name: value for name, value in expected.items() if name != "controls"}
    assert (
        body
        == {
            "model_id": "sonic-3",
            "transcript": "Hola.",
            "voice": spoken_by,
            "language": "es",
            "add_timestamps": True,
        }
        | rest
    )
    assert server.last.headers["cartesia-version"]


async def test_a_compatible_endpoint_is_asked_for_what_a_voice_says(
    server: FakeSpeech, open_service: Callable[[str], SpeechService]
) -> None:
    options = (("instructions", "Whisper."), ("model", "kokoro"))
    await say(open_service("openai"), "Hi.", voice=VoiceSettings("openai", "nova", 1.1, options))
    assert server.last.path == "/v1/audio/speech"
    assert server.last.body == {
        "model": "kokoro",
        "input": "Hi.",
        "voice": "nova",
        "response_format": "pcm",
        "speed": 1.1,
        "instructions": "Whisper.",
    }


@pytest.mark.parametrize("rate", [8_000, 16_000, 22_050])
async def test_a_server_may_send_a_wav_file_of_its_own_rate(
    rate: int, server: FakeSpeech, open_service: Callable[[str], SpeechService]
) -> None:
    server.wav_rate = rate
    audio, _ = await say(open_service("openai"), "ABCDEF")
    assert len(audio) == pytest.approx(position(6 * SECONDS_PER_LETTER), abs=20)
    assert abs(ord(letters_in(audio)[3]) - ord("D")) <= 1


@every_service
@pytest.mark.parametrize(("status", "kind"), [(401, SpeechFailed), (404, SpeechRefused), (422, SpeechRefused)])
async def test_a_refusal_is_a_failure_of_its_kind_and_is_not_tried_again(
    name: str, status: int, kind: type[Exception], server: FakeSpeech, open_service: Callable[[str], SpeechService]
) -> None:
    server.statuses = [status]
    with pytest.raises(SpeechFailed, match=f"status {status}") as failed:
        await say(open_service(name))
    assert type(failed.value) is kind
    assert "secret" not in str(failed.value)
    assert len(server.requests) == 1


@every_service
async def test_an_overloaded_service_is_asked_once_more(
    name: str, server: FakeSpeech, open_service: Callable[[str], SpeechService]
) -> None:
    server.statuses = [503]
    audio, _ = await say(open_service(name), "Hello.")
    assert letters_in(audio) == "Hello."


@every_service
async def test_a_connection_that_dies_in_the_middle_is_a_failure(
    name: str, server: FakeSpeech, open_service: Callable[[str], SpeechService]
) -> None:
    server.breaks_after = 10
    with pytest.raises(SpeechFailed, match="broke off"):
        await say(open_service(name))


@every_service
async def test_a_service_that_hangs_is_a_failure(
    name: str, server: FakeSpeech, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(http_stream, "SILENCE_SECONDS", 0.1)
    service = SERVICES[name](server.url)
    server.is_hanging = True
    with pytest.raises(SpeechFailed, match="ReadTimeout"):
        await say(service)
    await service.aclose()


@every_service
async def test_nobody_is_there(name: str) -> None:
    service = SERVICES[name]("http://127.0.0.1:1")
    with pytest.raises(SpeechFailed, match="connection failed"):
        await say(service)
    await service.aclose()


async def test_an_error_among_events_is_a_failure_without_its_text(
    server: FakeSpeech, open_service: Callable[[str], SpeechService]
) -> None:
    service = open_service("cartesia")
    for status, kind in ((400, SpeechRefused), (500, SpeechFailed)):
        server.error_event = {"type": "error", "error": "cannot say: my secret", "status_code": status}
        with pytest.raises(SpeechFailed, match=f"error {status}") as failed:
            await say(service)
        assert type(failed.value) is kind
        assert "secret" not in str(failed.value)


async def test_who_is_interrupted_leaves_no_connection_behind(
    server: FakeSpeech, open_service: Callable[[str], SpeechService]
) -> None:
    server.may_go_on.clear()
    async with aclosing(open_service("elevenlabs").speak(SENTENCE, "en", VoiceSettings())) as pieces:
        await anext(pieces)
    server.may_go_on.set()
    async with asyncio.timeout(10):
        await server.hung_up.wait()


async def test_neither_keys_nor_words_are_logged(
    open_service: Callable[[str], SpeechService], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    for name in SERVICES:
        await say(open_service(name), "My password is swordfish.")
    logged = "".join(each.getMessage() for each in caplog.records)
    assert "swordfish" not in logged
    assert "-secret" not in logged
    assert "secret" not in repr((ElevenLabsEndpoint("secret"), CartesiaEndpoint("secret")))


async def test_services_are_those_that_have_a_key_or_an_address() -> None:
    names = ("elevenlabs", "cartesia", "speech")
    fields = {f"{name}_{what}": "x" for name in names for what in ("url", "model", "voice", "api_key")}
    nothing: dict[str, Any] = fields | {
        "elevenlabs_api_key": None,
        "cartesia_api_key": None,
        "speech_base_url": None,
        "speech_vendors": {},
    }
    assert create_services(SimpleNamespace(**nothing)) == []
    everything = create_services(SimpleNamespace(**fields, speech_base_url="http://127.0.0.1:1/v1", speech_vendors={}))
    assert [service.name for service in everything] == ["elevenlabs", "cartesia", "openai"]
    for service in everything:
        await service.aclose()
