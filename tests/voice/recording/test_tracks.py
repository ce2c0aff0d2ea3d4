from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from parley.voice.recording.tracks import SLACK_SECONDS, Piece, RecordingTracks
from tests.properties import examples

RATE = 8_000
LOUD = 1_000


def loud(seconds: float, level: int = LOUD) -> bytes:
    return np.full(round(seconds * RATE), level, np.int16).tobytes()


def joined(pieces: list[Piece], side: str) -> np.ndarray[tuple[int], np.dtype[np.int16]]:
    end = max((piece.first_sample + len(piece.caller) // 2 for piece in pieces), default=0)
    whole = np.zeros(end, np.int16)
    for piece in pieces:
        audio = np.frombuffer(getattr(piece, side), np.int16)
        whole[piece.first_sample : piece.first_sample + len(audio)] = audio
    return whole


def loud_seconds(pieces: list[Piece], side: str) -> list[tuple[float, float]]:
    """Where it begins and ends to be loud."""
    edges = np.flatnonzero(np.diff(np.concatenate([[0], joined(pieces, side) != 0, [0]]).astype(np.int8)))
    return [(begin / RATE, end / RATE) for begin, end in edges.reshape(-1, 2).tolist()]


def finished(tracks: RecordingTracks, at: float) -> list[Piece]:
    tracks.end(at)
    return tracks.take(at, 3.0, is_last=True)


def test_the_caller_is_where_the_clock_says() -> None:
    tracks = RecordingTracks(RATE, 100.0)
    tracks.heard(loud(0.5), 102.5)
    assert loud_seconds(finished(tracks, 104.0), "caller") == [(2.0, 2.5)]


def test_packets_that_come_in_bursts_leave_no_gaps() -> None:
    tracks = RecordingTracks(RATE, 0.0)
    for at, seconds in ((0.5, 0.5), (0.53, 0.02), (0.9, 0.38), (1.0, 0.1)):
        tracks.heard(loud(seconds), at)
    assert loud_seconds(finished(tracks, 2.0), "caller") == [(0.0, 1.0)]


def test_what_was_lost_is_silent_and_what_follows_is_in_its_place() -> None:
    tracks = RecordingTracks(RATE, 0.0)
    tracks.heard(loud(1.0), 1.0)
    tracks.heard(loud(0.5), 2.0)
    assert loud_seconds(finished(tracks, 3.0), "caller") == [(0.0, 1.0), (1.5, 2.0)]


def test_what_waited_least_tells_the_time() -> None:
    """A quiet piece that comes sooner than the one before takes what follows to where it was said."""
    tracks = RecordingTracks(RATE, 0.0)
    tracks.heard(bytes(round(0.1 * RATE) * 2), 1.03)
    tracks.heard(bytes(round(0.1 * RATE) * 2), 1.1)
    tracks.heard(loud(0.1), 1.23)
    assert loud_seconds(finished(tracks, 2.0), "caller") == [(1.1, 1.2)]


def test_the_agent_is_where_it_was_sent() -> None:
    tracks = RecordingTracks(RATE, 0.0)
    tracks.sent(loud(0.5), 0.0, 1.0)
    tracks.sent(loud(0.5), 0.3, 1.2)
    tracks.sent(loud(0.1), 0.0, 3.0)
    assert loud_seconds(finished(tracks, 4.0), "agent") == [(1.0, 2.0), (3.0, 3.1)]


def test_what_was_cleared_was_never_sent() -> None:
    tracks = RecordingTracks(RATE, 0.0)
    tracks.sent(loud(1.0), 0.0, 1.0)
    tracks.cleared(0.6, 1.4)
    tracks.sent(loud(0.2), 0.0, 2.0)
    assert loud_seconds(finished(tracks, 3.0), "agent") == [(1.0, 1.4), (2.0, 2.2)]


def test_what_is_queued_at_the_end_of_a_call_was_never_sent() -> None:
    tracks = RecordingTracks(RATE, 0.0)
    tracks.sent(loud(1.0), 0.0, 1.0)
    assert loud_seconds(finished(tracks, 1.5), "agent") == [(1.0, 1.5)]


def test_nothing_is_taken_before_it_is_settled_and_enough() -> None:
    tracks = RecordingTracks(RATE, 0.0)
    assert not tracks.take(3.9, 3.0)
    (piece,) = tracks.take(4.5, 3.0)
    assert (piece.first_sample, len(piece.caller)) == (0, round(3.5 * RATE) * 2)
    (last,) = finished(tracks, 5.0)
    assert last.first_sample == round(3.5 * RATE)


def test_a_private_part_is_a_piece_of_its_own() -> None:
    tracks = RecordingTracks(RATE, 0.0)
    tracks.set_private(True, 2.0)
    tracks.set_private(False, 3.0)
    pieces = finished(tracks, 4.0)
    assert [(piece.first_sample, piece.is_private) for piece in pieces] == [
        (0, False), (2 * RATE, True), (3 * RATE, False),
    ]  # fmt: skip


def test_a_pause_is_not_taken_and_moves_nothing() -> None:
    tracks = RecordingTracks(RATE, 0.0)
    tracks.heard(loud(4.0), 4.0)
    tracks.set_paused(True, 1.0)
    tracks.set_paused(False, 3.0)
    assert loud_seconds(finished(tracks, 4.0), "caller") == [(0.0, 1.0), (3.0, 4.0)]


def test_settings_of_one_moment_make_no_piece_without_audio() -> None:
    tracks = RecordingTracks(RATE, 0.0)
    for value in (True, False, True, False):
        tracks.set_private(value, 1.0)
        tracks.set_paused(value, 1.0)
    assert all(piece.caller and not piece.is_private for piece in finished(tracks, 2.0))


@examples(200)
@given(st.lists(st.tuples(st.floats(0.001, 1.0), st.floats(0.0, 0.9)), max_size=40))
def test_audio_never_strays_from_the_clock(reads: list[tuple[float, float]]) -> None:
    """Whatever comes, in whatever pieces, and however often it is taken: both sides are as long as the call, and what
    came last ends where the clock says."""
    tracks, now, pieces, heard = RecordingTracks(RATE, 0.0), 0.0, [], 0.0
    for pause, share in reads:
        now += pause
        if samples := round(min(now, share) * RATE):
            tracks.heard(np.full(samples, LOUD, np.int16).tobytes(), now)
            heard = now
        pieces += tracks.take(now, 0.5)
    pieces += finished(tracks, now)
    for side in ("caller", "agent"):
        assert abs(len(joined(pieces, side)) - round(now * RATE)) <= 1
    ends = loud_seconds(pieces, "caller")
    assert not heard or not ends or abs(ends[-1][1] - heard) <= SLACK_SECONDS + 2 / RATE
    assert [piece.first_sample for piece in pieces] == sorted(piece.first_sample for piece in pieces)
