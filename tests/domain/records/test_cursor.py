"""Cursors survive the way to the client and back, and nothing else is taken for one."""

from __future__ import annotations

import re
from uuid import UUID

from hypothesis import given
from hypothesis import strategies as st

from parley.domain.records.cursor import FURTHEST, Cursor

cursors = st.builds(Cursor, id=st.uuids()) | st.builds(Cursor, count=st.integers(0, FURTHEST - 1))


@given(cursors)
def test_there_and_back(cursor: Cursor) -> None:
    assert Cursor.read(str(cursor)) == cursor


@given(cursors)
def test_safe_in_an_address_as_it_stands(cursor: Cursor) -> None:
    assert re.fullmatch(r"[A-Za-z0-9_-]+", str(cursor))


@given(st.text(max_size=40) | st.text("AB-_09=", max_size=40))
def test_no_other_text_is_a_cursor(text: str) -> None:
    assert Cursor.read(text) is None


@given(cursors, st.data())
def test_a_damaged_one_is_refused(cursor: Cursor, data: st.DataObject) -> None:
    text = str(cursor)
    project = data.draw(st.integers(0, len(text) - 1))
    other = data.draw(st.sampled_from("ABCDEFabcdef0123456789-_").filter(lambda letter: letter != text[project]))
    assert Cursor.read(text[:project] + other + text[project + 1 :]) is None
    assert Cursor.read(text[:project]) is None
    assert Cursor.read(text + "=") is None


def test_a_place_beyond_all_lists_is_refused() -> None:
    assert Cursor.read(str(Cursor(count=FURTHEST))) is None


def test_ids_of_any_size_have_the_same_length() -> None:
    assert {len(str(Cursor(id=UUID(int=number)))) for number in (0, 1, 2**128 - 1)} == {28}
