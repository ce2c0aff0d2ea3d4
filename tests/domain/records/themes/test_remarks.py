from __future__ import annotations

from datetime import UTC, datetime, timedelta
from uuid import UUID

import numpy as np

from parley.domain.records.model import Filters
from parley.domain.records.themes.remarks import (
    Remark,
    collect,
    key_of,
    same_words,
    themes_of,
    time_before,
    whole_hours,
)

NOW = datetime(2026, 3, 5, 10, 20, tzinfo=UTC)


def said(*texts: str, reason: str = "") -> list[Remark]:
    return [Remark(UUID(int=number), text, reason) for number, text in enumerate(texts)]


def test_the_same_words_are_one_wording() -> None:
    found, is_whole = collect(said("Vegan food?", "VEGAN  food", "***", "?!"), said("vegan food!"), 10)
    [(key, wording)] = found.items()
    assert is_whole
    assert (key, wording.text, len(wording.now), len(wording.before)) == ("vegan food", "Vegan food?", 2, 1)
    assert key_of("*****") == ""


def test_a_sample_is_cut_off_at_the_same_share_of_both_times() -> None:
    found, is_whole = collect(said(*(f"now {n}" for n in range(100))), said(*(f"before {n}" for n in range(50))), 30)
    assert (len(found), is_whole) == (30, False)
    assert sum(len(each.now) for each in found.values()) == 20
    assert sum(len(each.before) for each in found.values()) == 10


def test_a_theme_has_the_wording_in_its_middle_and_everybody_behind_it() -> None:
    now = said("vegan dishes", "vegan food", "parking", "vegan food", reason="asked")
    wordings, _ = collect(now, said("parking", "parking"), 10)
    vectors = np.array([[1, 0], [0, 1], [0.9, 0.1]], np.float32)
    middles = np.array([[1, 0], [0, 1]], np.float32)
    vegan, parking = themes_of(wordings, np.array([0, 1, 0], np.intp), vectors, middles)
    assert (vegan.wording, vegan.examples, vegan.count, vegan.before) == ("vegan dishes", ("vegan food",), 3, 0)
    assert len(vegan.conversations) == 3
    assert vegan.reasons == {"asked": 3}
    assert (parking.wording, parking.count, parking.before) == ("parking", 1, 2)
    assert [each.wording for each in same_words(wordings)] == ["vegan food", "parking", "vegan dishes"]


def test_whole_hours() -> None:
    day = whole_hours(Filters("P", "live", NOW - timedelta(days=1), NOW), NOW)
    assert (day.start, day.end) == (datetime(2026, 3, 4, 10, tzinfo=UTC), datetime(2026, 3, 5, 11, tzinfo=UTC))
    assert whole_hours(day, NOW) == day
    assert time_before(day).end == day.start
    week = whole_hours(Filters("P", "live"), NOW)
    assert (week.start, week.end) == (datetime(2026, 2, 26, 10, tzinfo=UTC), datetime(2026, 3, 5, 11, tzinfo=UTC))
    forever = Filters("P", "live", datetime.min.replace(tzinfo=UTC), datetime(9998, 12, 31, tzinfo=UTC))
    assert time_before(whole_hours(forever, NOW)).end == whole_hours(forever, NOW).start
