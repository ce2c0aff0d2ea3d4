from __future__ import annotations

import pytest

from parley.storage.backup.segments import ArchivedLog, Segment, joined, lsn_of, part_name

MB = 1 << 20
SIZE = 16 * MB


def name(number: int, timeline: int = 1) -> str:
    return Segment(number, timeline).name(SIZE)


@pytest.mark.parametrize(
    ("lsn", "written"),
    [
        ("0/0", "000000010000000000000000"),
        ("0/2000028", "000000010000000000000002"),
        ("0/FFFFFFFF", "0000000100000000000000FF"),
        ("1/0", "000000010000000100000000"),
        ("2A/1000000", "000000010000002A00000001"),
    ],
)
def test_a_segment_is_named_as_postgresql_names_it(lsn: str, written: str) -> None:
    segment = Segment.at(lsn_of(lsn), 1, SIZE)
    assert segment.name(SIZE) == written
    assert Segment.named(written, SIZE) == segment


def test_segments_may_have_another_size() -> None:
    segment = Segment.at(lsn_of("1/4000000"), 3, 64 * MB)
    assert segment.name(64 * MB) == "000000030000000100000001"
    assert Segment.named(segment.name(64 * MB), 64 * MB) == segment


def test_what_is_kept_is_told_by_names_and_what_is_none_of_ours_is_left_alone() -> None:
    kept = ArchivedLog.of(
        [name(1), part_name(name(2), 0), part_name(name(2), 4096), "00000002.history", "archived.json"]
    )
    assert kept == ArchivedLog(frozenset({name(1)}), {name(2): (0, 4096)}, frozenset({"00000002.history"}))


def test_parts_of_a_segment_that_is_full_by_now_do_not_count() -> None:
    assert ArchivedLog.of([name(1), part_name(name(1), 0)]).parts == {}


@pytest.mark.parametrize(
    ("there", "missing"),
    [
        ([], None),
        ([4, 5, 6], None),
        ([1, 2, 3, 4, 5], None),
        ([5, 6], 4),
        ([4, 6], 5),
        ([1, 2], None),
    ],
)
def test_a_gap_is_the_first_segment_that_is_missing_before_others(there: list[int], missing: int | None) -> None:
    gap = ArchivedLog.of(name(number) for number in there).gap(Segment(4, 1), SIZE)
    assert gap == (name(missing) if missing is not None else None)


def test_a_segment_that_goes_on_under_another_timeline_is_no_gap() -> None:
    assert ArchivedLog.of([name(4), name(5, 2), name(6, 2)]).gap(Segment(4, 1), SIZE) is None


def test_the_last_segment_may_be_there_in_parts() -> None:
    kept = ArchivedLog.of([name(4), part_name(name(5), 0)])
    assert kept.gap(Segment(4, 1), SIZE) is None
    assert kept.since(5, SIZE) == [name(5)]


def test_parts_make_a_segment_with_zeros_after() -> None:
    assert joined([(0, b"abc"), (3, b"de")], 8) == b"abcde\0\0\0"


def test_zeros_between_parts_are_those_of_the_log() -> None:
    assert joined([(0, b"ab"), (4, b"cd")], 8) == b"ab\0\0cd\0\0"
