"""Pure: two changed versions of a text brought together line by line."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parley.domain.branches.text_merge import merge_lines
from parley.domain.deployments.diff import MOST_LINES

BASE = "one\ntwo\nthree\nfour\nfive\n"
texts = st.lists(st.sampled_from("abcd"), max_size=8).map(lambda lines: "".join(f"{line}\n" for line in lines))


@pytest.mark.parametrize(
    ("ours", "theirs", "merged"),
    [
        ("ONE\ntwo\nthree\nfour\nfive\n", "one\ntwo\nthree\nfour\nFIVE\n", "ONE\ntwo\nthree\nfour\nFIVE\n"),
        ("zero\n" + BASE, BASE + "six\n", "zero\n" + BASE + "six\n"),
        ("one\nthree\nfour\nfive\n", "one\ntwo\nthree\nfour\n", "one\nthree\nfour\n"),
        ("one\nTWO\nthree\nfour\nfive\n", "one\nzwei\nthree\nfour\nfive\n", None),
        (BASE + "six\n", BASE + "sechs\n", None),
        ("one\nTWO\nthree\nfour\nfive\n", "one\ntwo\nTHREE\nfour\nfive\n", None),
        ("ONE\r\ntwo\nthree\nfour\nfive\n", "one\ntwo\nthree\nfour\nfive", "ONE\r\ntwo\nthree\nfour\nfive"),
    ],
)
def test_changes_of_both_are_kept_unless_they_touch(ours: str, theirs: str, merged: str | None) -> None:
    assert merge_lines(BASE, ours, theirs) == merged


def test_what_is_too_long_is_not_looked_into() -> None:
    long = "x\n" * (MOST_LINES + 1)
    assert merge_lines(long, long + "a\n", "b\n" + long) is None


@given(texts, texts)
def test_where_one_side_did_nothing_the_other_counts(base: str, changed: str) -> None:
    assert merge_lines(base, base, changed) == changed == merge_lines(base, changed, base)
    assert merge_lines(base, changed, changed) == changed


@given(texts, texts, texts)
def test_it_does_not_matter_who_merges(base: str, ours: str, theirs: str) -> None:
    assert merge_lines(base, ours, theirs) == merge_lines(base, theirs, ours)
