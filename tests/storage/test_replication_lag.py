"""How far a replica is behind, as values."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from parley.storage.replication_lag import MOST, LogHistory

NEVER = float("-inf")


def history(*places: tuple[float, int]) -> LogHistory:
    found = LogHistory()
    for moment, lsn in places:
        found.add(moment, lsn)
    return found


def test_a_replica_has_what_was_committed_before_the_last_place_that_it_has_replayed() -> None:
    log = history((1.0, 100), (2.0, 200), (3.0, 300))
    cases = {99: NEVER, 100: 1.0, 199: 1.0, 200: 2.0, 300: 3.0, 999: 3.0}
    assert {lsn: log.complete_until(lsn) for lsn in cases} == cases


def test_without_writes_it_stays_up_to_date() -> None:
    log = history((1.0, 100), (2.0, 200), (3.0, 200), (4.0, 200))
    assert (log.complete_until(200), log.complete_until(100)) == (4.0, 1.0)


def test_what_is_too_long_ago_is_forgotten_and_never_taken_for_known() -> None:
    log = history(*((float(n), n) for n in range(MOST + 10)))
    assert (log.complete_until(9), log.complete_until(10)) == (NEVER, 10.0)


@given(st.lists(st.integers(0, 50), min_size=1, max_size=40), st.integers(0, 1000))
def test_it_never_claims_too_much(steps: list[int], replayed: int) -> None:
    """`lsn` at a moment is the sum of the steps up to then; what was written after `replayed` is not there."""
    log, lsn, lsns = LogHistory(), 0, []
    for moment, step in enumerate(steps):
        lsn += step
        lsns.append(lsn)
        log.add(float(moment), lsn)
    found = log.complete_until(replayed)
    assert all(lsns[moment] <= replayed for moment in range(len(steps)) if moment <= found)
    assert found == max((float(moment) for moment, lsn in enumerate(lsns) if lsn <= replayed), default=NEVER)
