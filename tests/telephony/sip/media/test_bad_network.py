"""When packets get onto a bad network. That they are really lost is seen in `test_simulation`."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from parley.kit.randomness import seeded
from parley.telephony.sip.media.bad_network import Impairment, Schedule


@given(st.floats(0, 1), st.floats(0, 0.5), st.integers(0, 1000))
def test_packets_are_lost_or_late_and_none_overtakes_another(loss: float, jitter: float, seed: int) -> None:
    schedule = Schedule(Impairment(loss, jitter), seeded(seed))
    last = 0.0
    for number in range(50):
        due = schedule.due(number * 0.02)
        if due is not None:
            assert max(last, number * 0.02) <= due <= number * 0.02 + jitter + 1e-9
            last = due


def test_as_many_are_lost_as_wanted() -> None:
    schedule = Schedule(Impairment(loss=0.05), seeded(1))
    lost = sum(schedule.due(float(number)) is None for number in range(10_000))
    assert 400 < lost < 600


def test_the_same_seed_loses_the_same_packets() -> None:
    first, second = (
        [Schedule(Impairment(0.3, 0.1), seeded(5)).due(float(number)) for number in range(20)] for _ in range(2)
    )
    assert first == second


def test_an_impairment_is_one_or_it_is_not() -> None:
    assert not Impairment()
    assert Impairment(loss=0.1)
    assert Impairment(jitter=0.1)
