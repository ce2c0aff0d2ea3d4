"""The real engines. Flite is a library of the system: on Debian and Ubuntu the package `libflite1` has to be there."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from itertools import combinations
from os.path import samefile
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from parley.providers.speech import flite
from parley.providers.speech.espeak import MAX_PATH, Espeak, short_path
from parley.providers.speech.flite import Flite
from parley.providers.speech.hibari import Hibari
from parley.providers.speech.protocol import Engine, SpeechUnavailable, VoiceSettings, audio_seconds

pytestmark = pytest.mark.io

EngineClass = type[Hibari] | type[Flite] | type[Espeak]
ENGLISH = "Hello, how can I help you with your booking?"
SENTENCES = {
    "en-US": ENGLISH,
    "en-GB": ENGLISH,
    "de-DE": "Guten Tag, wie kann ich Ihnen heute helfen?",
    "fr-FR": "Bonjour, comment puis-je vous aider aujourd'hui ?",
    "es-MX": "Hola, ¿en qué puedo ayudarle hoy?",
    "pt-BR": "Olá, como posso ajudar você hoje?",
    "ru": "Здравствуйте, чем я могу вам помочь?",
    "ar-SA": "مرحبا، كيف يمكنني مساعدتك اليوم؟",
    "hi-IN": "नमस्ते, मैं आपकी क्या मदद कर सकता हूँ?",
    "zh-CN": "您好，请问有什么可以帮您？",
    "zh-HK": "你好，有咩可以幫到你？",
    "no": "Hei, hva kan jeg hjelpe deg med?",
}


def samples(sound: bytes) -> NDArray[np.int16]:
    return np.frombuffer(sound, np.int16)


def is_speech(sound: bytes, letters: int) -> bool:
    """Neither silent nor cut off, and about as long as somebody would take."""
    heard = samples(sound)
    peak = int(np.abs(heard.astype(int)).max())
    return 4_000 < peak < 32_767 and heard.std() > 300 and 0.03 < audio_seconds(len(sound)) / letters < 0.3


def sounds_like(one: bytes, other: bytes) -> bool:
    """Nearly as long, and as low or high. No sound comes out twice the same: breath is noise."""
    apart = np.abs(colour(one) - colour(other)).mean()
    return abs(len(one) - len(other)) < 0.03 * len(one) and bool(apart < 1)


def colour(sound: bytes) -> NDArray[np.float64]:
    """How much of it, in decibels, is in each band of 200 Hz."""
    power = np.abs(np.fft.rfft(samples(sound).astype(float))) ** 2
    hertz = np.fft.rfftfreq(len(sound) // 2, 1 / 8_000)
    bands = [power[(hertz >= low) & (hertz < low + 200)].mean() for low in range(100, 3_300, 200)]
    return np.asarray(10 * np.log10(np.array(bands) + 1), np.float64)


@pytest.mark.parametrize("language", SENTENCES)
def test_espeak_speaks_languages(language: str) -> None:
    engine = Espeak()
    assert engine.supports(language)
    assert is_speech(engine.synthesize(SENTENCES[language], language, VoiceSettings()), len(SENTENCES[language]))


def test_espeak_speaks_each_language_in_its_own_way() -> None:
    spoken = [
        Espeak().synthesize("Information 12", each, VoiceSettings()) for each in ("en-US", "en-GB", "de", "fr", "es")
    ]
    assert not any(sounds_like(one, other) for one, other in combinations(spoken, 2))


def test_espeak_reads_an_unknown_language_as_english() -> None:
    engine = Espeak()
    assert not engine.supports("tlh-XX")
    assert sounds_like(
        engine.synthesize(ENGLISH, "tlh-XX", VoiceSettings()), engine.synthesize(ENGLISH, "en-US", VoiceSettings())
    )


def test_espeak_gets_a_short_path_however_deep_its_data_lies(tmp_path: Path) -> None:
    assert short_path(str(tmp_path)) == str(tmp_path)
    deep = tmp_path.joinpath(*("deep" * 10 for _ in range(5)))
    deep.mkdir(parents=True)
    (deep / "file").touch()
    brief = short_path(str(deep))
    assert len(brief) < MAX_PATH
    assert samefile(f"{brief}/file", deep / "file")


def test_flite_speaks_english() -> None:
    engine = Flite()
    assert engine.supports("en-GB")
    assert not engine.supports("de-DE")
    assert is_speech(engine.synthesize(ENGLISH, "en-US", VoiceSettings()), len(ENGLISH))


@pytest.mark.parametrize("engine", [Hibari, Flite, Espeak])
def test_a_voice_passes_the_line_whole(engine: EngineClass) -> None:
    """Most of its sound is where a telephone has its ears, and next to nothing beyond."""
    heard = samples(engine().synthesize(ENGLISH, "en-US", VoiceSettings())).astype(float)
    power = np.abs(np.fft.rfft(heard)) ** 2
    hertz = np.fft.rfftfreq(len(heard), 1 / 8_000)
    assert power[(hertz > 100) & (hertz < 3_400)].sum() > 0.9 * power.sum()
    assert power[hertz > 3_950].sum() < 0.001 * power.sum()


@pytest.mark.parametrize("engine", [Hibari, Flite, Espeak])
def test_a_voice_can_hurry(engine: EngineClass) -> None:
    calm = engine().synthesize(ENGLISH, "en-US", VoiceSettings())
    assert 0.5 < len(engine().synthesize(ENGLISH, "en-US", VoiceSettings(speed=1.6))) / len(calm) < 0.8
    assert sounds_like(engine().synthesize(ENGLISH, "en-US", VoiceSettings()), calm)


@pytest.mark.parametrize(
    ("engine", "voice"), [(Flite, "rms"), (Flite, "cmu_us_awb"), (Espeak, "+f3"), (Espeak, "gmw/en")]
)
def test_a_project_may_name_a_voice_of_the_engine(engine: EngineClass, voice: str) -> None:
    usual = engine().synthesize(ENGLISH, "en-US", VoiceSettings())
    assert not sounds_like(engine().synthesize(ENGLISH, "en-US", VoiceSettings(engine.name, voice)), usual)
    assert sounds_like(engine().synthesize(ENGLISH, "en-US", VoiceSettings("elevenlabs", voice)), usual)


@pytest.mark.parametrize("engine", [Hibari, Flite, Espeak])
@pytest.mark.parametrize("voice", ["", "nobody", "../../etc/passwd", "+x9", "gmw/en+../x", "\0"])
def test_a_voice_that_there_is_not_is_the_usual_one(engine: EngineClass, voice: str) -> None:
    usual = engine().synthesize(ENGLISH, "en-US", VoiceSettings())
    assert sounds_like(engine().synthesize(ENGLISH, "en-US", VoiceSettings(engine.name, voice)), usual)


@pytest.mark.parametrize("engine", [Hibari, Flite, Espeak])
def test_threads_do_not_mix_their_sentences(engine: EngineClass) -> None:
    synthesizer: Engine = engine()
    texts = [f"This is {word}." for word in ("one", "seventeen", "a house", "an elephant with ears", "my own umbrella")]
    alone = [synthesizer.synthesize(text, "en-US", VoiceSettings()) for text in texts]
    with ThreadPoolExecutor(4) as threads:
        together = list(threads.map(lambda text: synthesizer.synthesize(text, "en-US", VoiceSettings()), texts * 2))
    assert all(map(sounds_like, together, alone * 2))
    assert not any(sounds_like(one, other) for one, other in combinations(alone, 2))


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("Café “Zoë” – it’s €25.50", 'Cafe "Zoe" ,  it\'s 25.50 euros'),
        ("£5 or ¥1,000", "5 pounds or 1,000 yen"),
        ("20°", "20 degrees "),
        ("日本", ""),
    ],
)
def test_flite_gets_letters_that_it_knows(written: str, read: str) -> None:
    assert flite.to_ascii(written) == read


def test_a_library_that_is_not_there_is_named() -> None:
    with pytest.raises(SpeechUnavailable, match=r"libnowhere\.so\.1.*libflite1"):
        flite._load("libnowhere.so.1")
