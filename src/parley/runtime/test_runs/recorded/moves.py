"""What the model did in a turn, as a script plays it again: pure.

A trace says which calls each request led to and how much was said, not what: the words are those of the reply that no
function said.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from parley.runtime.test_runs.recorded.conversation import Functions, RecordedTurn

CHANGES_WORDS = ("phrase filter", "safety: output blocked")
"""Notes of a turn in which not all that the model said was heard."""


@dataclass(slots=True)
class _Request:
    """One request of the turn, and what it led to."""

    has_words: bool
    calls: list[dict[str, Any]]
    error: str | None
    told: list[str] = field(default_factory=list)
    """What functions said afterwards."""
    words: str = ""

    def moves(self) -> list[dict[str, Any]]:
        first, *others = self.calls or [{}]
        answer = {**({"say": self.words} if self.words else {}), **first}
        if self.error:
            answer["error"] = self.error
        # One answer has one call: several of one answer are asked for one after the other, and run as they did.
        return [each for each in (answer, *others) if each]


def model_moves(turn: RecordedTurn) -> list[dict[str, Any]] | None:
    """None: they cannot be told from what is kept."""
    if any(note.startswith(CHANGES_WORDS) for note in turn.notes):
        return None
    before, requests = _requests(turn)
    if not _share_words(turn.reply, before, requests, turn.was_cut):
        return None
    moves = [move for request in requests for move in request.moves()]
    # Every request takes an answer from the script, so none may be without.
    return None if any(not request.moves() for request in requests) else moves


def words_said(function: Mapping[str, Any]) -> str:
    handoff = function.get("handoff") or {}
    return str(function.get("utterance") or handoff.get("utterance") or "").strip()


def called_by_model(turn: RecordedTurn) -> Functions:
    """In the order in which they ran; not those that steps and other functions ran."""
    rest = list(turn.functions)
    found = []
    for name in (name for request in turn.requests for name in request.get("calls", ())):
        place = _place(rest, name)
        if place is not None:
            found.append(rest.pop(place))
    return sorted(found, key=turn.functions.index)


def _requests(turn: RecordedTurn) -> tuple[list[str], list[_Request]]:
    """What was said before the model was asked, and its requests."""
    rest = list(turn.functions)
    before: list[str] = []
    requests: list[_Request] = []
    told = before
    for asked in turn.requests:
        request = _Request(bool(asked.get("characters")), [], asked.get("error"))
        requests.append(request)
        names = list(asked.get("calls", ()))
        # A call that was not run, because the turn had moved on, has left nothing.
        while places := [place for name in names if (place := _place(rest, name)) is not None]:
            place = min(places)
            told += [words_said(each) for each in rest[:place]]
            told = request.told
            told.append(words_said(rest[place]))
            request.calls.append({"call": rest[place]["name"], "arguments": dict(rest[place]["arguments"])})
            names.remove(rest[place]["name"])
            del rest[: place + 1]
        told = request.told
    told += [words_said(each) for each in rest]
    return before, requests


def _place(functions: Functions, name: str) -> int | None:
    return next((place for place, each in enumerate(functions) if each["name"] == name), None)


def _share_words(reply: str, before: Sequence[str], requests: Sequence[_Request], was_cut: bool) -> bool:
    """Gives each request its words. Where several spoke with nothing between, the last of them says it all: nobody can
    hear the difference."""
    pieces: list[tuple[_Request | None, str]] = [(None, text) for text in before if text]
    for request in requests:
        if request.has_words:
            if pieces and pieces[-1][0] is not None and pieces[-1][0].calls:
                pieces.pop()
            pieces.append((request, ""))
        pieces += [(None, text) for text in request.told if text]
    return _split(reply.strip(), pieces, was_cut)


def _split(reply: str, pieces: Sequence[tuple[_Request | None, str]], was_cut: bool) -> bool:
    """What stands between the words that are known is the requests'. Whether that comes out even."""
    reached, speaker = 0, None
    for request, known in pieces:
        if request is not None:
            speaker = request
            continue
        place = reply.find(known, reached)
        if place < 0 and was_cut:
            break  # never heard
        if place < 0 or (speaker is None and reply[reached:place].strip()):
            return False
        if speaker is not None:
            speaker.words, speaker = reply[reached:place].strip(), None
        reached = place + len(known)
    if speaker is not None:
        speaker.words = reply[reached:].strip()
    return not any(request is not None and not request.words for request, _ in pieces)
