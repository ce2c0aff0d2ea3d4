from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from uuid import UUID

from parley.domain.conversations.activity import OVERLAP, Active, Happening, Watch

NOW = datetime(2026, 3, 1, tzinfo=UTC)
ONE = Active(UUID(int=1), "CONV-1", "live", "WEBCHAT", "", NOW, None, False, 1)


def test_each_happening_is_told_once() -> None:
    watch = Watch(NOW)
    asked = replace(ONE, turns=2)
    ended = replace(asked, ended_at=NOW)
    looks = [[ONE], [ONE], [asked], [asked], [ended], [ended], []]
    told = [watch.news(look, NOW + timedelta(seconds=number)) for number, look in enumerate(looks)]
    assert told == [[ONE], [], [asked], [], [ended], [], []]
    assert [each.happening for each in (ONE, asked, ended)] == [Happening.STARTED, Happening.TURN, Happening.ENDED]
    assert watch.since == NOW + timedelta(seconds=6) - OVERLAP


def test_what_happened_before_is_not_told() -> None:
    watch = Watch(NOW)
    watch.begin_with([ONE])
    assert watch.news([ONE], NOW) == []
    assert watch.news([replace(ONE, turns=2)], NOW) != []


def test_an_end_is_told_whatever_was_missed() -> None:
    ended = replace(ONE, turns=0, ended_at=NOW)
    watch = Watch(NOW)
    watch.begin_with([replace(ONE, turns=5)])
    assert watch.news([ended], NOW) == [ended]
    assert watch.news([replace(ended, turns=6)], NOW) == []
