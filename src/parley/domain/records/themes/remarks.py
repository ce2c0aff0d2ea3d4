"""Remarks and what is made of them, as values. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from enum import StrEnum
from uuid import UUID

import numpy as np
from numpy.typing import NDArray

from parley.domain.records.model import Filters
from parley.domain.records.themes.clustering import ALONE, Groups
from parley.kit.ids import EPOCH
from parley.kit.text.words import words
from parley.kit.values import value
from parley.providers.embeddings.protocol import Vectors

HOUR = timedelta(hours=1)
USUAL = timedelta(days=7)
EARLIEST = EPOCH
"""Of conversations: none started before."""
LONGEST = timedelta(days=400)
"""What is compared with the time before."""
LONGEST_SHOWN = 300
"""Characters of a remark that are compared and shown."""
MOST_EXAMPLES = 3


class Subject(StrEnum):
    UNANSWERED = "unanswered"
    """Turns that were not understood."""
    HANDOFFS = "handoffs"
    """What was said last before a handoff."""


@value
class Remark:
    conversation_id: UUID
    text: str
    reason: str
    """Of the handoff, if there was one."""


@dataclass(slots=True)
class Wording:
    """What was said in the same words, whoever said it."""

    text: str
    """As it was written the first time."""
    now: list[Remark] = field(default_factory=list)
    before: list[Remark] = field(default_factory=list)


@value
class Theme:
    wording: str
    examples: tuple[str, ...]
    """Other wordings, the most frequent first."""
    count: int
    """Of remarks in the time that was asked about, among those that were looked at."""
    before: int
    """In the time just as long before it."""
    conversations: tuple[UUID, ...]
    reasons: Mapping[str, int]
    """Of handoffs, the most frequent first."""
    keys: frozenset[str]
    """Of all its wordings."""


@value
class Themes:
    by_meaning: bool
    """False: there are no embeddings here, and only what was said in the same words is one theme."""
    is_whole: bool
    """Every remark was looked at; otherwise a sample of them."""
    sampled: int
    """Remarks that were looked at."""
    sampled_before: int
    themes: Sequence[Theme]


def whole_hours(filters: Filters, now: datetime) -> Filters:
    """The time of a question, as a list of conversations and an overview both mean it."""
    end = max(filters.end or now, EARLIEST)
    start = min(max(filters.start or end - USUAL, EARLIEST), end)
    first = start.replace(minute=0, second=0, microsecond=0)
    last = end.replace(minute=0, second=0, microsecond=0)
    return replace(filters, start=first, end=last if last == end else last + HOUR)


def time_before(filters: Filters) -> Filters:
    start, end = filters.start, filters.end
    assert start is not None, "a question has a time"
    assert end is not None, "a question has a time"
    return replace(filters, start=max(start, EARLIEST) - min(end - start, LONGEST), end=start)


def key_of(text: str) -> str:
    """The same for all ways to write the same words; empty for what has no words, such as a turn that was hidden."""
    return " ".join(words(text[:LONGEST_SHOWN]))


def collect(now: Iterable[Remark], before: Iterable[Remark], most: int) -> tuple[dict[str, Wording], bool]:
    """By key, and whether these are all. Both times are gone through in turn, until there are so many wordings: what
    was met up to then is a sample of each."""
    found: dict[str, Wording] = {}
    for is_now, remark in _alternate(list(now), list(before)):
        key = key_of(remark.text)
        if not key:
            continue
        if key not in found:
            if len(found) == most:
                return found, False
            found[key] = Wording(remark.text[:LONGEST_SHOWN].strip())
        (found[key].now if is_now else found[key].before).append(remark)
    return found, True


def _alternate(now: Sequence[Remark], before: Sequence[Remark]) -> Iterable[tuple[bool, Remark]]:
    """In step with how many there are of each, so that both are cut off at the same share."""
    spread = [(index / len(now), True, remark) for index, remark in enumerate(now)]
    spread += [(index / len(before), False, remark) for index, remark in enumerate(before)]
    spread.sort(key=lambda each: (each[0], not each[1]))
    return ((is_now, remark) for _, is_now, remark in spread)


def weights_of(wordings: Mapping[str, Wording]) -> NDArray[np.float32]:
    return np.array([len(each.now) + len(each.before) for each in wordings.values()], np.float32)


def themes_of(wordings: Mapping[str, Wording], groups: Groups, vectors: Vectors, middles: Vectors) -> list[Theme]:
    """The most frequent first."""
    keys = list(wordings)
    members: dict[int, list[int]] = {}
    for index, chosen in enumerate(groups.tolist()):
        # What is near to nothing is a theme of its own.
        members.setdefault(chosen if chosen != ALONE else -2 - index, []).append(index)
    found = []
    for chosen, indexes in members.items():
        middle = vectors[indexes[0]] if chosen < 0 else middles[chosen]
        nearest = max(indexes, key=lambda index: float(vectors[index] @ middle))
        found.append(_theme([(keys[index], wordings[keys[index]]) for index in indexes], keys[nearest]))
    return sorted(found, key=lambda each: (-each.count, -each.before, each.wording))


def same_words(wordings: Mapping[str, Wording]) -> list[Theme]:
    found = [_theme([(key, wording)], key) for key, wording in wordings.items()]
    return sorted(found, key=lambda each: (-each.count, -each.before, each.wording))


def _theme(members: Sequence[tuple[str, Wording]], nearest: str) -> Theme:
    wordings = dict(members)
    frequent = sorted(members, key=lambda each: (-len(each[1].now) - len(each[1].before), each[0]))
    remarks = [remark for _, wording in members for remark in wording.now]
    return Theme(
        wording=wordings[nearest].text,
        examples=tuple(wording.text for key, wording in frequent if key != nearest)[:MOST_EXAMPLES],
        count=len(remarks),
        before=sum(len(wording.before) for _, wording in members),
        conversations=tuple(dict.fromkeys(remark.conversation_id for remark in remarks)),
        reasons=dict(Counter(remark.reason for remark in remarks if remark.reason).most_common()),
        keys=frozenset(wordings),
    )
