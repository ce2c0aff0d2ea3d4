"""How to listen, read from what projects write."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parley.voice.listen_settings import (
    KEYS,
    MAX_DIGIT_TIMEOUT,
    MAX_DIGITS,
    MAX_TIMEOUT,
    ListenSettings,
    likely_phrases,
    project_settings,
    resolve_settings,
)


def test_what_holds_when_nobody_asks_for_anything() -> None:
    assert resolve_settings() == resolve_settings({}, {}) == ListenSettings()
    default = ListenSettings()
    assert (default.silence_seconds, default.inter_digit_timeout, default.finish_on_key) == (10.0, 2.0, "#")
    assert default.barge_in
    assert default.dtmf_enabled


@pytest.mark.parametrize(
    ("step", "expected"),
    [
        ({"dtmf_config": {"is_enabled": False}}, ListenSettings(dtmf_enabled=False)),
        ({"dtmf_config": {"max_digits": 4, "end_key": "*"}}, ListenSettings(num_digits=4, finish_on_key="*")),
        ({"dtmf_config": {"max_digits": 0, "end_key": ""}}, ListenSettings(finish_on_key="")),
        (
            {"dtmf_config": {"inter_digit_timeout": 3.5, "is_pii": True}},
            ListenSettings(inter_digit_timeout=3.5, is_pii=True),
        ),
        ({"dtmf_config": {"inter_digit_timeout": 3000}}, ListenSettings(inter_digit_timeout=3.0)),
        ({"dtmf_config": {"inter_digit_timeout": 0}}, ListenSettings()),
        ({"dtmf_config": {"collect_while_agent_speaking": False}}, ListenSettings(early_listening=False)),
        ({"barge_in": {"is_enabled": False}}, ListenSettings(barge_in=False)),
        ({"barge_in": False}, ListenSettings(barge_in=False)),
        ({"dtmf_config": "yes", "barge_in": "no"}, ListenSettings()),
        (
            {"asr": {"provider": " Deepgram", "model": "nova-2"}},
            ListenSettings(recognizer="deepgram", recognition_model="nova-2"),
        ),
        ({"asr": {"provider": ["deepgram"], "model": 2}}, ListenSettings()),
        ({"asr": "deepgram"}, ListenSettings()),
    ],
)
def test_a_step_says_how_to_listen(step: dict[str, Any], expected: ListenSettings) -> None:
    assert resolve_settings(step) == expected


@pytest.mark.parametrize(
    ("listen", "expected"),
    [
        ({"asr": {"timeout": 0.1}}, ListenSettings(silence_seconds=0.1)),
        ({"asr": {"timeout": "15"}}, ListenSettings(silence_seconds=15)),
        ({"asr": {"timeout": 1e9}}, ListenSettings(silence_seconds=MAX_TIMEOUT)),
        ({"asr": {"timeout": -1}}, ListenSettings()),
        ({"asr": {"timeout": True}}, ListenSettings()),
        ({"dtmf": {"first_digit_timeout": 5}}, ListenSettings(silence_seconds=5)),
        ({"dtmf": {"first_digit_timeout": 5000}}, ListenSettings(silence_seconds=5)),
        ({"asr": {"timeout": 8}, "dtmf": {"first_digit_timeout": 5}}, ListenSettings(silence_seconds=8)),
        (
            {"asr": {"timeout": 8}, "dtmf": {"first_digit_timeout": 5}, "channel": "DTMF"},
            ListenSettings(silence_seconds=5, speech_enabled=False),
        ),
        ({"asr": {"timeout": 8}, "channel": "DTMF"}, ListenSettings(silence_seconds=8, speech_enabled=False)),
        (
            {"asr": {"timeout": 8}, "dtmf": {"first_digit_timeout": 20}, "channel": "SPEECH"},
            ListenSettings(silence_seconds=8, dtmf_enabled=False),
        ),
        ({"channel": "speech_and_dtmf", "barge_in": False}, ListenSettings(barge_in=False)),
        (
            {"dtmf": {"num_digits": 4, "inter_digit_timeout": 1, "finish_on_key": "*", "early_listening": False}},
            ListenSettings(num_digits=4, inter_digit_timeout=1, finish_on_key="*", early_listening=False),
        ),
        ({"dtmf": {"finish_on_key": "x", "num_digits": "many", "is_pii": 1}}, ListenSettings()),
        ({"dtmf": [], "asr": 3, "channel": None}, ListenSettings()),
    ],
)
def test_a_reply_says_how_to_listen(listen: dict[str, Any], expected: ListenSettings) -> None:
    assert resolve_settings(None, listen) == expected


def test_a_reply_comes_before_the_step_and_the_step_before_the_rest() -> None:
    step = {"dtmf_config": {"is_enabled": False, "max_digits": 4, "end_key": "*"}, "barge_in": {"is_enabled": True}}
    base = ListenSettings(silence_seconds=7, barge_in=False)
    expected = ListenSettings(silence_seconds=7, num_digits=6, finish_on_key="*")
    assert resolve_settings(step, {"dtmf": {"num_digits": 6}}, base) == expected


anything: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=3), inner, max_size=2),
    max_leaves=4,
)


def mapping(*names: str) -> st.SearchStrategy[Any]:
    return st.fixed_dictionaries({}, optional=dict.fromkeys(names, anything)) | anything


@pytest.mark.slow
@given(
    st.fixed_dictionaries(
        {},
        optional={
            "dtmf_config": mapping("is_enabled", "inter_digit_timeout", "max_digits", "end_key", "is_pii"),
            "barge_in": mapping("is_enabled"),
        },
    ),
    st.fixed_dictionaries(
        {},
        optional={
            "asr": mapping("timeout"),
            "dtmf": mapping("num_digits", "first_digit_timeout", "inter_digit_timeout", "finish_on_key"),
            "channel": anything,
            "barge_in": anything,
        },
    ),
)
def test_whatever_is_written_there_is_a_way_to_listen(step: dict[str, Any], listen: dict[str, Any]) -> None:
    found = resolve_settings(step, listen)
    assert 0 <= found.silence_seconds <= MAX_TIMEOUT
    assert 0 < found.inter_digit_timeout <= MAX_DIGIT_TIMEOUT
    assert 1 <= found.num_digits <= MAX_DIGITS
    assert found.finish_on_key == "" or found.finish_on_key in KEYS
    assert {type(found.barge_in), type(found.dtmf_enabled), type(found.is_pii)} == {bool}


def test_a_project_may_not_want_to_be_interrupted() -> None:
    assert project_settings({}).barge_in
    assert not project_settings({"asr_settings": {"barge_in": False}}).barge_in


def test_a_project_has_its_pace() -> None:
    assert project_settings({"asr_settings": {"interaction_style": "Turbo"}}).endpoint_seconds == 0.3
    assert project_settings({"asr_settings": {"interaction_style": "odd"}}).endpoint_seconds == 0.7


def test_a_step_may_expect_something_that_is_spelled() -> None:
    assert resolve_settings({"asr_biasing": {"is_enabled": True, "alphanumeric": True}}).spells
    assert not resolve_settings({"asr_biasing": {"is_enabled": False, "numeric": True}}).spells
    assert not resolve_settings({"asr_biasing": {"address": True}}).spells


def test_likely_phrases_come_from_the_reply_the_code_and_the_project() -> None:
    speech = {"keyphrases": [{"keyphrase": "Bella Vista", "level": "boosted"}, {"keyphrase": "pesto"}, "odd"]}
    biasing = {"keywords": ["pesto", "Ada"], "custom_biases": {"x": 1}}
    assert likely_phrases(speech, biasing, {"asr": {"keywords": ["Friday", 3, " "]}}) == (
        "Friday",
        "pesto",
        "Ada",
        "Bella Vista",
    )
    assert likely_phrases({"keyphrases": 3}, None, None) == ()


def test_a_step_says_what_counts_as_speech() -> None:
    usual = ListenSettings().activity
    assert resolve_settings({"vad": {"provider": "silero", "speech_threshold": "loud"}}).activity == usual
    given = {"vad_start": 160, "vad_end": 0.4, "speech_threshold": 0.7, "silence_threshold": 0.6}
    found = resolve_settings({"vad": given}).activity
    assert (found.begin_windows, found.pause_seconds, found.speech, found.quiet) == (5, 0.4, 0.7, 0.6)
    odd = resolve_settings({"vad": {"vad_start": 60_000, "vad_end": 0, "speech_threshold": 0.2}}).activity
    assert (odd.begin_windows, odd.pause_seconds, odd.speech, odd.quiet) == (15, 0.1, 0.2, 0.2)
