"""What is said to Deepgram and what its answers mean."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from parley.providers.recognition.deepgram_messages import (
    LONGEST_KEYTERMS,
    Result,
    TurnResults,
    Word,
    listen_url,
    read_result,
    service_language,
)
from parley.providers.recognition.protocol import RecognitionSettings, Transcript

BASE = "wss://api.deepgram.com/v1/listen"


def query(settings: RecognitionSettings, model: str = "nova-3", base: str = BASE) -> dict[str, list[str]]:
    return parse_qs(urlsplit(listen_url(base, model, settings)).query)


def heard(results: list[Result], begins_at: float = 0.0) -> Transcript:
    turn = TurnResults(begins_at)
    for result in results:
        turn.add(result)
    return turn.transcript()


def interim(start: float, end: float, text: str) -> Result:
    return Result(start, end, text)


def final(start: float, end: float, text: str) -> Result:
    return Result(start, end, text, is_final=True)


def test_the_address_keeps_what_the_operator_wrote() -> None:
    url = listen_url("ws://127.0.0.1:8080?mip_opt_out=true", "nova-3", RecognitionSettings())
    assert url.startswith("ws://127.0.0.1:8080/v1/listen?mip_opt_out=true&encoding=linear16&")
    assert listen_url("wss://dg.example/listen/", "m", RecognitionSettings()).startswith("wss://dg.example/listen?")


def test_likely_phrases_are_key_terms_of_models_that_know_them() -> None:
    settings = RecognitionSettings("en-GB", ("Bella Vista", "crème brûlée & tea"))
    assert query(settings)["keyterm"] == ["Bella Vista", "crème brûlée & tea"]
    assert "keyterm" not in query(settings, "nova-2")


def test_key_terms_are_as_many_as_the_service_takes() -> None:
    terms = query(RecognitionSettings(phrases=tuple(f"term number {number}" for number in range(500))))["keyterm"]
    assert 50 < len(terms) <= 100
    assert sum(map(len, terms)) <= LONGEST_KEYTERMS
    assert "keyterm" not in query(RecognitionSettings(phrases=("x" * (LONGEST_KEYTERMS + 1),)))


def test_a_model_is_meant_for_its_provider() -> None:
    assert query(RecognitionSettings(provider="deepgram", model="nova-2"))["model"] == ["nova-2"]
    assert query(RecognitionSettings(provider="openai", model="whisper-1"))["model"] == ["nova-3"]


@pytest.mark.parametrize(
    ("tag", "language"),
    [("en-US", "en-US"), ("en-ZA", "en"), ("de-DE", "de"), ("de-CH", "de-CH"), ("nb-NO", "no"), ("fr", "fr")],
)
def test_regions_that_the_service_does_not_know_are_left_out(tag: str, language: str) -> None:
    assert service_language(tag) == language


def test_a_result() -> None:
    word = {"word": "hello", "punctuated_word": "Hello.", "start": 1.0, "end": 1.5}
    alternatives = [{"transcript": " Hello. ", "words": [word]}, {"transcript": "Yellow."}]
    answer = {"type": "Results", "start": 1.0, "duration": 0.5, "is_final": True, "from_finalize": True}
    assert read_result(json.dumps({**answer, "channel": {"alternatives": alternatives}})) == Result(
        1.0, 1.5, "Hello.", ("Yellow.",), (Word("Hello.", 1.25),), is_final=True, from_finalize=True
    )


@pytest.mark.parametrize(
    "message",
    [
        b"\xff",
        "no json",
        "[]",
        "7",
        "{}",
        '{"type": "Metadata"}',
        '{"type": "Results"}',
        '{"type": "Results", "start": 0, "duration": 1, "channel": {"alternatives": []}}',
        '{"type": "Results", "start": 0, "duration": Infinity, "channel": {"alternatives": [{"transcript": "a"}]}}',
        '{"type": "Results", "start": "x", "duration": 1, "channel": {"alternatives": [{"transcript": "a"}]}}',
        '{"type": "Results", "start": 0, "duration": 1, "channel": {"alternatives": [{"transcript": "", "words": 1}]}}',
    ],
)
def test_other_messages_are_none(message: Any) -> None:
    assert read_result(message) is None


def test_interim_results_replace_one_another_and_final_ones_them() -> None:
    assert heard([interim(0, 1, "a tape"), interim(0, 2, "a table four")]).text == "a table four"
    assert heard([interim(0, 2, "a table four"), final(0, 1.5, "A table")]).text == "A table"
    assert heard([final(0, 1.5, "A table"), interim(1.5, 2, "for")]).text == "A table for"
    assert heard([final(0, 1, "A table"), final(1, 2, ""), final(2, 3, "for two.")]).text == "A table for two."


def test_what_was_said_before_the_turn_does_not_count() -> None:
    assert heard([final(0, 2, "never mind"), interim(0, 1.9, "never"), final(2, 3, "a taxi")], 2.0).text == "a taxi"


def test_a_result_that_reaches_over_the_beginning_of_the_turn_is_divided_by_its_words() -> None:
    words = (Word("mind", 1.5), Word("a", 2.2), Word("taxi", 2.6))
    assert heard([Result(1, 3, "mind a taxi", words=words)], 2.0).text == "a taxi"
    assert heard([Result(1, 4, "a taxi")], 2.0).text == "a taxi"
    assert heard([Result(0, 3, "never mind")], 2.0).text == ""


def test_other_hearings_are_those_of_a_single_stretch() -> None:
    one = Result(0, 1, "a table", ("a cable", "", "a table"), is_final=True)
    assert heard([one]) == Transcript("a table", ("a cable",))
    assert heard([one, final(1, 2, "for two")]) == Transcript("a table for two")
