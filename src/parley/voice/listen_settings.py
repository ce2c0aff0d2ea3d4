"""Endpointing of a caller's turn: what the platform does by itself, what a step asks for, what a function asks for.

What projects write is read leniently: a value that makes no sense leaves what holds otherwise.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from parley.providers.voice_activity.protocol import WINDOW_SECONDS
from parley.voice.speech_activity import USUAL, ActivitySettings

KEYS = frozenset("0123456789*#ABCD")
MAX_TIMEOUT = 600.0
MAX_DIGIT_TIMEOUT = 60.0
"""A larger number is in milliseconds: projects write both."""
MAX_DIGITS = 64


@dataclass(frozen=True, slots=True)
class ListenSettings:
    silence_seconds: float = 10.0
    """A caller who did nothing for this long after the agent's last word was silent."""
    barge_in: bool = True
    """The caller may interrupt the agent."""
    speech_enabled: bool = True
    endpoint_seconds: float = 0.7
    """A pause of this length completes the turn, where nothing speaks for more or less (`endpointing`)."""
    recognizer: str = ""
    """The recogniser that a step asks for. One that is not there is not missed."""
    recognition_model: str = ""
    """Its model."""
    spells: bool = False
    """A number or a name is being given, which people do in groups."""
    activity: ActivitySettings = USUAL
    """What counts as speech."""
    dtmf_enabled: bool = True
    num_digits: int = MAX_DIGITS
    """With this many the turn is complete."""
    inter_digit_timeout: float = 2.0
    """After this long without another key it is, too."""
    finish_on_key: str = "#"
    """And with this key, which is not part of it. Empty: there is none."""
    early_listening: bool = True
    """Keys count while the agent speaks or thinks."""
    is_pii: bool = False
    """What is keyed in is not for the records."""


INTERACTION_STYLES = {"precise": 1.1, "balanced": 0.7, "swift": 0.5, "sonic": 0.4, "turbo": 0.3}
"""The pause that completes a turn, by the name that projects give it."""
SPELLED = ("alphanumeric", "name_spelling", "numeric")
"""What a step may expect that people give in groups."""


def project_settings(speech: Mapping[str, Any]) -> ListenSettings:
    """What holds for a whole project, by its `asr_settings`."""
    settings = _mapping(speech, "asr_settings")
    return ListenSettings(
        barge_in=_boolean(settings.get("barge_in"), otherwise=True),
        endpoint_seconds=INTERACTION_STYLES.get(str(settings.get("interaction_style") or "").lower(), 0.7),
    )


def resolve_settings(
    step: Mapping[str, Any] | None = None,
    listen: Mapping[str, Any] | None = None,
    base: ListenSettings | None = None,
) -> ListenSettings:
    """What a function's reply asked for (`listen`) comes first, then the voice settings of the step, then what holds
    everywhere."""
    return _apply_listen(listen or {}, _apply_step(step or {}, base or ListenSettings()))


MOST_PHRASES = 200


def likely_phrases(
    speech: Mapping[str, Any], biasing: Mapping[str, Any] | None, listen: Mapping[str, Any] | None
) -> tuple[str, ...]:
    """What is likely to be said: by what a reply asks for, what code has set, and what the project lists."""
    boosted = speech.get("keyphrases")
    listed = (
        [each.get("keyphrase") for each in boosted if isinstance(each, Mapping)] if isinstance(boosted, list) else []
    )
    found = [*_keywords(_mapping(listen or {}, "asr")), *_keywords(biasing or {}), *listed]
    return tuple(dict.fromkeys(each for each in found if isinstance(each, str) and each.strip()))[:MOST_PHRASES]


def _keywords(biasing: Mapping[str, Any]) -> list[Any]:
    keywords = biasing.get("keywords")
    return keywords if isinstance(keywords, list) else []


def _apply_step(step: Mapping[str, Any], base: ListenSettings) -> ListenSettings:
    keys = _mapping(step, "dtmf_config")
    recognition = _mapping(step, "asr")
    return replace(
        base,
        recognizer=_text(recognition.get("provider")).lower() or base.recognizer,
        recognition_model=_text(recognition.get("model")) or base.recognition_model,
        barge_in=_boolean(step.get("barge_in"), base.barge_in),
        activity=_activity(_mapping(step, "vad"), base.activity),
        spells=_expects_spelling(_mapping(step, "asr_biasing")) or base.spells,
        dtmf_enabled=_boolean(keys.get("is_enabled"), base.dtmf_enabled),
        num_digits=_count(keys.get("max_digits"), base.num_digits),
        inter_digit_timeout=_digit_timeout(keys.get("inter_digit_timeout")) or base.inter_digit_timeout,
        finish_on_key=_key(keys.get("end_key"), base.finish_on_key),
        early_listening=_boolean(keys.get("collect_while_agent_speaking"), base.early_listening),
        is_pii=_boolean(keys.get("is_pii"), base.is_pii),
    )


def _activity(voice_activity: Mapping[str, Any], base: ActivitySettings) -> ActivitySettings:
    """Its thresholds are probabilities; `vad_start` and `vad_end` are how long speech and a pause last at least."""
    begin = _seconds(voice_activity.get("vad_start"))
    pause = _seconds(voice_activity.get("vad_end"))
    speech = _probability(voice_activity.get("speech_threshold"), base.speech)
    return ActivitySettings(
        speech=speech,
        # A window that begins speech continues it.
        quiet=min(_probability(voice_activity.get("silence_threshold"), base.quiet), speech),
        begin_windows=base.begin_windows if begin is None else min(max(round(begin / WINDOW_SECONDS), 1), MOST_WINDOWS),
        pause_seconds=base.pause_seconds if pause is None else min(max(pause, PAUSES[0]), PAUSES[1]),
    )


MOST_WINDOWS = 15
"""Half a second: whoever waits for longer misses short answers."""
PAUSES = (0.1, 1.0)
"""Of a pause that is noticed as one, the shortest and the longest that a step may ask for."""


def _seconds(value: object) -> float | None:
    """Projects write seconds and milliseconds: no speech begins for longer than ten seconds."""
    number = _number(value)
    return number if number is None or number <= 10 else number / 1000


def _probability(value: object, otherwise: float) -> float:
    number = _number(value)
    return number if number is not None and 0 < number < 1 else otherwise


def _apply_listen(listen: Mapping[str, Any], base: ListenSettings) -> ListenSettings:
    keys = _mapping(listen, "dtmf")
    channel = str(listen.get("channel") or "").upper()
    return replace(
        base,
        silence_seconds=_silence_seconds(channel, _mapping(listen, "asr").get("timeout"), keys, base.silence_seconds),
        barge_in=_boolean(listen.get("barge_in"), base.barge_in),
        speech_enabled="SPEECH" in channel if channel else base.speech_enabled,
        # A reply with settings for keys wants keys, whatever the step says.
        dtmf_enabled="DTMF" in channel if channel else base.dtmf_enabled or bool(keys),
        num_digits=_count(keys.get("num_digits"), base.num_digits),
        inter_digit_timeout=_digit_timeout(keys.get("inter_digit_timeout")) or base.inter_digit_timeout,
        finish_on_key=_key(keys.get("finish_on_key"), base.finish_on_key),
        early_listening=_boolean(keys.get("early_listening"), base.early_listening),
        is_pii=_boolean(keys.get("is_pii"), base.is_pii),
    )


def _silence_seconds(channel: str, speech: object, keys: Mapping[str, Any], otherwise: float) -> float:
    """A caller who may answer by voice and by keys has the longer of both timeouts."""
    first_digit = _digit_timeout(keys.get("first_digit_timeout"))
    first_word = _timeout(speech)
    if channel == "DTMF" and first_digit is not None:
        first_word = None
    elif channel == "SPEECH":
        first_digit = None
    given = [seconds for seconds in (first_digit, first_word) if seconds is not None]
    return max(given) if given else otherwise


def _expects_spelling(biasing: Mapping[str, Any]) -> bool:
    return _boolean(biasing.get("is_enabled"), otherwise=True) and any(biasing.get(kind) is True for kind in SPELLED)


def _mapping(mapping: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    inner = mapping.get(key)
    return inner if isinstance(inner, Mapping) else {}


def _boolean(value: object, otherwise: bool) -> bool:
    """Projects also write a mapping with `is_enabled`."""
    if isinstance(value, Mapping):
        value = value.get("is_enabled")
    return value if isinstance(value, bool) else otherwise


def _text(value: object) -> str:
    return value.strip() if isinstance(value, str) else ""


def _number(value: object) -> float | None:
    try:
        number = float(value) if isinstance(value, int | float | str) and not isinstance(value, bool) else math.nan
    except (ValueError, OverflowError):
        return None
    return number if math.isfinite(number) and number >= 0 else None


def _timeout(value: object) -> float | None:
    number = _number(value)
    return None if number is None else min(number, MAX_TIMEOUT)


def _digit_timeout(value: object) -> float | None:
    number = _number(value)
    if number is None or number <= MAX_DIGIT_TIMEOUT:
        return number
    return min(number / 1000, MAX_DIGIT_TIMEOUT)


def _count(value: object, otherwise: int) -> int:
    """0 means as many as there may be."""
    number = _number(value)
    if number is None:
        return otherwise
    return min(int(number), MAX_DIGITS) or MAX_DIGITS


def _key(value: object, otherwise: str) -> str:
    if value is None:
        return otherwise
    key = str(value).strip().upper()
    return key if key in KEYS or not key else otherwise
