"""What is said to Deepgram and what it answers: addresses, messages, and the account of a turn's words. Pure.

Answers say which stretch of the audio they are about, in seconds from the beginning of the connection. Interim results
of a stretch follow one another, each with more of it, until a final one.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode, urlsplit, urlunsplit

from parley.providers.recognition.protocol import RecognitionSettings, Transcript

NAME = "deepgram"
KEEP_ALIVE = '{"type": "KeepAlive"}'
FINALIZE = '{"type": "Finalize"}'
CLOSE_STREAM = '{"type": "CloseStream"}'

MOST_KEYTERMS = 100
LONGEST_KEYTERMS = 1_000
"""Letters of all of them. More than 500 tokens and the service does not answer; names have more tokens than words."""
REGIONS = {
    "da": ("DK",),
    "de": ("CH",),
    "en": ("AU", "GB", "IN", "NZ", "US"),
    "es": ("419",),
    "fr": ("CA",),
    "ko": ("KR",),
    "nl": ("BE",),
    "pt": ("BR", "PT"),
    "sv": ("SE",),
    "th": ("TH",),
    "zh": ("CN", "HK", "TW"),
}
"""What the service knows of regions. Of tags with others it gets the language alone: it would refuse them."""
OTHER_NAMES = {"nb": "no", "nn": "no", "fil": "tl"}
COVERED_SECONDS = 0.1
"""What is left of the audio behind a final result and has no words in it: the service does not always answer for it."""


def listen_url(base: str, model: str, settings: RecognitionSettings) -> str:
    model = settings.model_for(NAME, model)
    parameters = [
        ("encoding", "linear16"),
        ("sample_rate", str(settings.rate)),
        ("channels", "1"),
        ("interim_results", "true"),
        ("punctuate", "true"),
        ("smart_format", "false"),
        ("model", model),
        ("language", service_language(settings.language)),
    ]
    if model.startswith("nova-3"):
        # Other models refuse a connection with this parameter.
        parameters += [("keyterm", term) for term in _keyterms(settings.phrases)]
    parts = urlsplit(base)
    query = "&".join(filter(None, (parts.query, urlencode(parameters))))
    return urlunsplit(parts._replace(path=parts.path.rstrip("/") or "/v1/listen", query=query))


def service_language(tag: str) -> str:
    language, _, region = tag.partition("-")
    if region in REGIONS.get(language, ()):
        return tag
    return OTHER_NAMES.get(language, language)


def _keyterms(phrases: tuple[str, ...]) -> Iterator[str]:
    letters = 0
    for phrase in phrases[:MOST_KEYTERMS]:
        letters += len(phrase)
        if letters > LONGEST_KEYTERMS:
            return
        yield phrase


@dataclass(frozen=True, slots=True)
class Word:
    text: str
    middle: float


@dataclass(frozen=True, slots=True)
class Result:
    start: float
    end: float
    text: str
    alternatives: tuple[str, ...] = ()
    words: tuple[Word, ...] = ()
    is_final: bool = False
    from_finalize: bool = False
    """It answers a Finalize."""

    def text_from(self, moment: float) -> str:
        """The words after `moment`."""
        if self.start >= moment - COVERED_SECONDS:
            return self.text
        if self.words:
            return " ".join(word.text for word in self.words if word.middle >= moment)
        return self.text if (self.start + self.end) / 2 >= moment else ""


def read_result(message: str | bytes) -> Result | None:
    """None: it tells of something else, or cannot be read."""
    try:
        answer = json.loads(message)
        if answer["type"] != "Results":
            return None
        best, *others = answer["channel"]["alternatives"]
        start = float(answer["start"])
        end = start + float(answer["duration"])
        if not math.isfinite(end):
            return None
        return Result(
            start=start,
            end=end,
            text=str(best["transcript"]).strip(),
            alternatives=tuple(str(other["transcript"]).strip() for other in others),
            words=tuple(_word(word) for word in best.get("words") or ()),
            is_final=answer.get("is_final") is True,
            from_finalize=answer.get("from_finalize") is True,
        )
    except (KeyError, TypeError, ValueError, AttributeError):
        return None


def _word(word: Any) -> Word:
    middle = (float(word["start"]) + float(word["end"])) / 2
    return Word(str(word.get("punctuated_word") or word["word"]), middle)


@dataclass(slots=True)
class TurnResults:
    """What was heard in one turn, on one connection."""

    begins_at: float = 0.0
    """Where the turn begins in the connection's audio: what was said before belongs to another one."""
    finals: list[Result] = field(default_factory=list)
    interim: Result | None = None

    @property
    def is_empty(self) -> bool:
        return not self.finals and self.interim is None

    def add(self, result: Result) -> None:
        if result.start < self.begins_at and result.end <= self.begins_at + COVERED_SECONDS:
            return
        if not result.is_final:
            self.interim = result
            return
        self.finals.append(result)
        if self.interim is not None and self.interim.start < result.end - COVERED_SECONDS:
            self.interim = None

    def transcript(self) -> Transcript:
        results = [*self.finals, self.interim] if self.interim is not None else self.finals
        text = " ".join(filter(None, (result.text_from(self.begins_at) for result in results)))
        # Other hearings are of one stretch: put together with others they would be ever more, and less likely.
        whole = results[0] if len(results) == 1 and results[0].text == text else None
        others = dict.fromkeys(each for each in whole.alternatives if each and each != text) if whole else {}
        return Transcript(text, tuple(others))
