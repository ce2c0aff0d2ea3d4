"""What comes from a worker is a probability, or a failure that says nothing of what was said."""

from __future__ import annotations

import pytest

from parley.providers.recognition.workers import RecognitionWorkers
from parley.providers.turn_end.protocol import TurnEndFailed
from parley.providers.turn_end.selection import EmbeddedTurnEnd

pytestmark = [pytest.mark.io, pytest.mark.usefixtures("tests_importable")]


async def test_answers_are_probabilities_or_failures() -> None:
    model = EmbeddedTurnEnd(RecognitionWorkers(module="tests.providers.turn_end.fake_worker"))
    try:
        model.start()
        assert await model.judge("a", b"0.25", 8000) == 0.25
        assert await model.judge("a", b"", 16000) == 0.16
        for answer in (b"nan", b"-0.1", b"1.5"):
            with pytest.raises(TurnEndFailed, match="no probability"):
                await model.judge("a", answer, 8000)
        with pytest.raises(TurnEndFailed, match="ValueError") as raised:
            await model.judge("a", b"fail", 8000)
        assert "somebody" not in str(raised.value)
    finally:
        await model.aclose()
    with pytest.raises(TurnEndFailed, match="closed"):
        await model.judge("a", b"1", 8000)
