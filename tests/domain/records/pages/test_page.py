"""Pages are cut into chunks of a bounded size. Cursors survive the way to the client and back, and nothing else is
taken for one."""

from __future__ import annotations

import re
from uuid import UUID

from hypothesis import given
from hypothesis import strategies as st

from parley.domain.records.model import RecordList, RecordRef, View
from parley.domain.records.pages.page import ASSUMED_BYTES, BUILD_COST, MAX_COUNT, Cursor, page_of_list

cursors = st.builds(Cursor, id=st.uuids()) | st.builds(Cursor, count=st.integers(0, MAX_COUNT - 1))


@given(cursors)
def test_there_and_back(cursor: Cursor) -> None:
    assert Cursor.parse(str(cursor)) == cursor


@given(cursors)
def test_safe_in_an_address_as_it_stands(cursor: Cursor) -> None:
    assert re.fullmatch(r"[A-Za-z0-9_-]+", str(cursor))


@given(st.text(max_size=40) | st.text("AB-_09=", max_size=40))
def test_no_other_text_is_a_cursor(text: str) -> None:
    assert Cursor.parse(text) is None


@given(cursors, st.data())
def test_a_damaged_one_is_refused(cursor: Cursor, data: st.DataObject) -> None:
    text = str(cursor)
    position = data.draw(st.integers(0, len(text) - 1))
    other = data.draw(st.sampled_from("ABCDEFabcdef0123456789-_").filter(lambda letter: letter != text[position]))
    assert Cursor.parse(text[:position] + other + text[position + 1 :]) is None
    assert Cursor.parse(text[:position]) is None
    assert Cursor.parse(text + "=") is None


def test_a_position_beyond_all_lists_is_refused() -> None:
    assert Cursor.parse(str(Cursor(count=MAX_COUNT))) is None


def test_ids_of_any_size_have_the_same_length() -> None:
    assert {len(str(Cursor(id=UUID(int=number)))) for number in (0, 1, 2**128 - 1)} == {28}


@given(st.lists(st.none() | st.integers(0, 1 << 20), max_size=50), st.integers(1, 1 << 19), st.booleans())
def test_chunks_cover_a_page_and_none_is_much_too_large(sizes: list[int | None], size: int, latency: bool) -> None:
    page = page_of_list(RecordList([RecordRef(UUID(int=number), each) for number, each in enumerate(sizes)]))
    view = View(latency=latency)
    start, covered = 0, []
    while start < len(page):
        end = page.chunk_end(start, size, view)
        weights = [ASSUMED_BYTES if s is None else s * (BUILD_COST if latency else 1) for s in sizes[start:end]]
        assert sum(weights[:-1]) < size, "only the last record of a chunk may go beyond its size"
        covered += page.ids(start, end)
        start = end
    assert covered == [UUID(int=number) for number in range(len(sizes))]
