"""Which recognizer there is, and what is said when there is none."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from parley.providers.recognition import selection
from parley.providers.recognition.protocol import RecognitionChoice, RecognitionUnavailable

MISSING = {"event": "recognition_unavailable", "reason": "no moonshine-base", "log_level": "warning"}
NO_LANGUAGES = {"event": "languages_unavailable", "reason": "no whisper", "log_level": "info"}


def ready(engine: str, workers: int) -> dict[str, object]:
    return {"event": "recognition_ready", "engine": engine, "workers": workers, "log_level": "info"}


@pytest.fixture
def install(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Only these are installed."""

    def find(engines: tuple[str, ...], name: str) -> Path:
        if name.partition("-")[0] in engines:
            return Path(name)
        raise RecognitionUnavailable(f"no {name}")

    def only(*engines: str) -> None:
        monkeypatch.setattr(selection, "find_weights", partial(find, engines))
        monkeypatch.setattr(selection, "find_whisper", lambda: find(engines, "whisper"))
        monkeypatch.setattr(selection, "find_spec", lambda name: None if "no engine" in engines else name)

    return only


def test_nobody_needs_to_recognise_speech(install: Callable[..., None]) -> None:
    install("moonshine", "whisper")
    with capture_logs() as logs:
        assert selection.create_recognizers("none") == []
    assert logs == []


def test_without_weights_there_is_none_and_the_log_says_so_once(install: Callable[..., None]) -> None:
    install()
    with capture_logs() as logs:
        assert selection.create_recognizers("auto") == []
    assert logs == [MISSING, NO_LANGUAGES]


def test_who_insists_is_told(install: Callable[..., None]) -> None:
    install("whisper")
    with pytest.raises(RecognitionUnavailable, match="moonshine-base"):
        selection.create_recognizers("moonshine")


@pytest.mark.parametrize("choice", ["auto", "moonshine"])
async def test_with_weights_it_is_moonshine(choice: RecognitionChoice, install: Callable[..., None]) -> None:
    install("moonshine")
    with capture_logs() as logs:
        (recognizer,) = selection.create_recognizers(choice, 3)
    assert recognizer.name == "moonshine"
    assert logs == [ready("moonshine", 3), *([NO_LANGUAGES] if choice == "auto" else [])]
    await recognizer.aclose()


async def test_other_languages_are_another_recogniser(install: Callable[..., None]) -> None:
    install("moonshine", "whisper")
    with capture_logs() as logs:
        english, others = selection.create_recognizers("auto", 2)
    assert (english.name, others.name) == ("moonshine", "whisper")
    assert logs == [ready("moonshine", 2), ready("whisper", 2)]
    supported = {tag: (english.supports(tag), others.supports(tag)) for tag in ("en-GB", "es-419", "de", "th-TH")}
    assert supported == {"en-GB": (True, False), "es-419": (False, True), "de": (False, True), "th-TH": (False, False)}
    for each in (english, others):
        await each.aclose()


def test_who_is_understood_is_told_and_what_is_missing(install: Callable[..., None]) -> None:
    install("moonshine", "whisper")
    whole = selection.describe_recognition("auto")
    assert whole["English"] == "moonshine"
    assert ", es, " in whole["other languages"]
    assert "moonshine" in selection.describe_recognition("moonshine")["other languages"]
    install()
    assert selection.describe_recognition("auto") == {"English": "no moonshine-base", "other languages": "no whisper"}
    assert "none" in selection.describe_recognition("none")["English"]


def test_an_engine_that_is_missing_is_named_with_the_way_to_get_it(install: Callable[..., None]) -> None:
    install("whisper", "no engine")
    reason = selection.missing_for_languages()
    assert reason is not None
    assert "ctranslate2" in reason
    assert "make speech-languages" in reason
