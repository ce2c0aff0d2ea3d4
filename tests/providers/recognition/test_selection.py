"""Which recognizer there is, and what is said when there is none."""

from __future__ import annotations

import pytest
from structlog.testing import capture_logs

from parley.providers.recognition import selection
from parley.providers.recognition.protocol import RecognitionUnavailable
from parley.providers.recognition.weights import ModelPaths


@pytest.fixture
def missing(monkeypatch: pytest.MonkeyPatch) -> None:
    def find(name: str) -> ModelPaths:
        raise RecognitionUnavailable(f"no {name}")

    monkeypatch.setattr(selection, "find_weights", find)


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(selection, "find_weights", lambda name: None)


@pytest.mark.usefixtures("installed")
def test_nobody_needs_to_recognise_speech() -> None:
    with capture_logs() as logs:
        assert selection.create_recognizer("none") is None
    assert logs == []


@pytest.mark.usefixtures("missing")
def test_without_weights_there_is_none_and_the_log_says_so_once() -> None:
    with capture_logs() as logs:
        assert selection.create_recognizer("auto") is None
    assert logs == [{"event": "recognition_unavailable", "reason": "no moonshine-base", "log_level": "warning"}]


@pytest.mark.usefixtures("missing")
def test_who_insists_is_told() -> None:
    with pytest.raises(RecognitionUnavailable, match="moonshine-base"):
        selection.create_recognizer("moonshine")


@pytest.mark.usefixtures("installed")
@pytest.mark.parametrize("choice", ["auto", "moonshine"])
async def test_with_weights_it_is_moonshine(choice: selection.RecognitionChoice) -> None:
    with capture_logs() as logs:
        recognizer = selection.create_recognizer(choice, 3)
    assert recognizer is not None
    assert recognizer.name == "moonshine"
    assert logs == [{"event": "recognition_ready", "engine": "moonshine", "workers": 3, "log_level": "info"}]
    await recognizer.aclose()
