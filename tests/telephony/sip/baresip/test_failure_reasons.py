"""Why a call came to nothing, in words that stay the same."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parley.telephony.sip.baresip.failure_reasons import (
    BY_CAUSE,
    BY_CODE,
    LOCAL,
    OTHER_FAILED,
    REDIRECTED,
    read_failure,
)
from parley.telephony.sip.baresip.failure_reasons import REFUSED as REFUSED_ONLY


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("486 Busy Here", "busy (486)"),
        ("486 Besetzt", "busy (486)"),
        ("480 Temporarily Unavailable,Q.850;cause=17", "busy (480, Q.850 cause 17)"),
        ('480 Gone ,Q.850 ;cause=19 ;text="No answer, really"', "no answer (480, Q.850 cause 19)"),
        ('404 Not Found,q.850;text="x";cause=1', "number not in service (404, Q.850 cause 1)"),
        ("603 Decline", "declined (603)"),
        ("503 Service Unavailable,Q.850;cause=34", "network congestion (503, Q.850 cause 34)"),
        ('480 X,SIP;cause=200;text="Call completed elsewhere"', "unavailable (480)"),
        ("486 Busy Here,Q.850;cause=31", "busy (486, Q.850 cause 31)"),
        ("302 Moved Temporarily", f"{REDIRECTED} (302)"),
        ("500 Server Internal Error", f"{OTHER_FAILED} (500)"),
        ("499 What", f"{REFUSED_ONLY} (499)"),
        ("480 X,Q.850;cause=999", "unavailable (480)"),
        ("Connection refused [111]", "nobody listens there"),
        ("No route to host [113]", "unreachable"),
        ("", "no answer"),
    ],
)
def test_the_words_for_it(text: str, words: str) -> None:
    assert read_failure(text).describe() == words


@given(st.integers(300, 699), st.text(max_size=40), st.one_of(st.none(), st.integers(0, 999)))
def test_no_text_of_the_other_side_is_in_the_words(code: int, phrase: str, cause: int | None) -> None:
    header = "" if cause is None else f",Q.850;cause={cause}"
    found = read_failure(f"{code} {phrase}{header}")
    known = {*BY_CODE.values(), *BY_CAUSE.values(), *LOCAL.values(), REDIRECTED, OTHER_FAILED, REFUSED_ONLY}
    assert (found.code, found.reason in known) == (code, True)
