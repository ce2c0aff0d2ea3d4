from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from parley.telephony.sip.media.media_source import CONFIRM_STRANGER, WINDOW_SECONDS, MediaSource, Packet
from tests.properties import examples

INSIDE, OUTSIDE, STRANGER = ("10.1.1.1", 4000), ("203.0.113.9", 50_000), ("198.51.100.66", 666)
SSRC = 77


def hear(source: MediaSource, origin: tuple[str, int], now: float, count: int = 1, ssrc: int = SSRC) -> None:
    for _ in range(count):
        source.receive(Packet(*origin, ssrc), now, is_authentic=False)


def test_media_goes_to_where_it_comes_from_and_not_to_a_private_address() -> None:
    source = MediaSource(*INSIDE, 0)
    assert source.target == INSIDE
    hear(source, OUTSIDE, 0.1, CONFIRM_STRANGER - 1)
    assert source.wants_more
    assert source.target == INSIDE
    hear(source, OUTSIDE, 0.3)
    assert source.target == OUTSIDE
    assert not source.wants_more


def test_media_follows_another_port_in_the_middle_of_a_call() -> None:
    source = MediaSource(*OUTSIDE, 0)
    hear(source, OUTSIDE, 1)
    moved = (OUTSIDE[0], 50_123)
    hear(source, moved, 300, 2, ssrc=1234)
    assert source.target == OUTSIDE
    hear(source, moved, 300, 1, ssrc=1234)
    assert source.target == moved


def test_another_host_takes_over_only_with_the_identity_of_the_stream() -> None:
    source = MediaSource(*OUTSIDE, 0)
    hear(source, OUTSIDE, 1)
    hear(source, STRANGER, 300, 500, ssrc=1)
    assert source.target == OUTSIDE
    assert not source.wants_more
    hear(source, STRANGER, 300, CONFIRM_STRANGER)
    assert source.target == STRANGER


def test_while_the_real_one_speaks_nobody_takes_its_place() -> None:
    source = MediaSource(*OUTSIDE, 0)
    for step in range(200):
        hear(source, STRANGER, 1 + step * 0.02, CONFIRM_STRANGER - 1)
        hear(source, OUTSIDE, 1 + step * 0.02)
    assert source.target == OUTSIDE


def test_the_address_that_was_named_comes_back_within_the_window() -> None:
    source = MediaSource(*OUTSIDE, 0)
    hear(source, STRANGER, 0.1, CONFIRM_STRANGER)
    assert source.target == STRANGER
    hear(source, OUTSIDE, WINDOW_SECONDS - 1)
    assert source.target == OUTSIDE


def test_who_comes_late_is_not_believed_unless_the_named_address_is_private() -> None:
    late = WINDOW_SECONDS + 1
    source = MediaSource(*OUTSIDE, 0)
    hear(source, STRANGER, late, 100)
    assert source.target == OUTSIDE
    source = MediaSource(*INSIDE, 0)
    hear(source, STRANGER, late, 100)
    assert source.target == STRANGER


def test_a_new_agreement_counts_and_the_same_again_changes_nothing() -> None:
    source = MediaSource(*INSIDE, 0)
    hear(source, OUTSIDE, 0.1, CONFIRM_STRANGER)
    source.signal(*INSIDE, 100)
    assert source.target == OUTSIDE
    source.signal("10.1.1.1", 4002, 200)
    assert source.target == ("10.1.1.1", 4002)


def test_what_is_encrypted_is_followed_at_once() -> None:
    source = MediaSource(*OUTSIDE, 0)
    hear(source, OUTSIDE, 1)
    source.receive(Packet(*STRANGER, 5), 300, is_authentic=True)
    assert source.target == STRANGER


@examples(200)
@given(
    st.lists(
        st.tuples(
            st.sampled_from([("192.0.2.1", 9), ("192.0.2.2", 9)]),
            st.integers(0, 2**32 - 1).filter(lambda ssrc: ssrc != SSRC),
        )
    ),
    st.floats(WINDOW_SECONDS, 1000),
)
def test_without_the_identity_no_packets_of_other_hosts_move_confirmed_media(
    packets: list[tuple[tuple[str, int], int]], now: float
) -> None:
    source = MediaSource(*OUTSIDE, 0)
    hear(source, OUTSIDE, 1)
    for origin, ssrc in packets:
        hear(source, origin, now, ssrc=ssrc)
    assert source.target == OUTSIDE
