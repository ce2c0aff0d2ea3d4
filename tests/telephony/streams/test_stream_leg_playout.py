from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parley.telephony.streams.stream_leg import GRACE_SECONDS, STILL_PLAYING, Playout


def test_the_clock_counts_and_a_late_mark_corrects_it() -> None:
    playout = Playout()
    first = playout.send(1.0, now=10.0)
    playout.send(1.0, now=10.0)
    assert playout.queued(10.5) == pytest.approx(1.5)
    # The carrier took a quarter of a second to begin.
    playout.mark_returned(first, now=11.25)
    assert playout.queued(11.25) == pytest.approx(1.0)


def test_the_last_word_is_waited_for_but_not_for_ever() -> None:
    playout = Playout()
    mark = playout.send(1.0, now=0.0)
    assert 0 < playout.queued(1.2) < 0.1
    assert playout.queued(1.0 + GRACE_SECONDS) == 0
    playout.mark_returned(mark, now=1.2)
    assert playout.queued(1.2) == 0


def test_marks_of_what_was_cleared_say_nothing() -> None:
    playout = Playout()
    cleared = playout.send(5.0, now=0.0)
    playout.clear(1.0)
    assert playout.queued(1.0) == 0
    playout.send(1.0, now=1.0)
    playout.mark_returned(cleared, now=1.1)
    playout.mark_returned("unheard of", now=1.1)
    assert playout.queued(1.1) == pytest.approx(0.9)


@given(st.lists(st.tuples(st.floats(0.01, 1), st.floats(0, 2), st.booleans()), max_size=30))
def test_it_never_holds_more_than_was_sent(steps: list[tuple[float, float, bool]]) -> None:
    playout, now, sent = Playout(), 0.0, 0.0
    for seconds, passed, is_returned in steps:
        mark = playout.send(seconds, now)
        sent += seconds
        now += passed
        if is_returned:
            playout.mark_returned(mark, now)
        assert 0 <= playout.queued(now) <= sent + STILL_PLAYING
