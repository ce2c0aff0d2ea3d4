"""When a child counts as hung."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from parley.cli.supervision.liveness import TICK_SECONDS, Liveness, LivenessLimits, awake_seconds, find_hung
from parley.settings import Settings

PATIENCE = LivenessLimits(hung_seconds=6, start_seconds=60)


def alive(silent: float) -> Liveness:
    return Liveness(beats=3, silent_seconds=silent)


def starting(silent: float, is_warm: bool = False) -> Liveness:
    return Liveness(is_warm=is_warm, silent_seconds=silent)


def test_one_that_falls_silent_is_hung_and_the_others_are_not() -> None:
    assert find_hung({"one": alive(6.1), "two": alive(0.2)}, PATIENCE) == {"one": "hung"}


def test_slow_is_not_hung() -> None:
    slow = alive(5.9)
    assert find_hung({"one": slow, "two": alive(0)}, PATIENCE) == {}
    slow.record_beat(5.4)
    assert (slow.silent_seconds, slow.lag, slow.beats) == (0, 5.4, 4)


def test_a_start_has_more_time_unless_everything_was_imported_before() -> None:
    assert find_hung({"one": starting(59)}, PATIENCE) == {}
    assert find_hung({"one": starting(61)}, PATIENCE) == {"one": "not_started"}
    assert find_hung({"one": starting(6.1, is_warm=True)}, PATIENCE) == {"one": "not_started"}


def test_when_all_are_silent_at_once_they_are_given_more_time() -> None:
    together = {"one": alive(7), "two": alive(6.5), "three": starting(1)}
    assert find_hung(together, PATIENCE) == {}
    for liveness in together.values():
        liveness.silent_seconds += 12
    assert find_hung(together, PATIENCE) == {"one": "hung", "two": "hung"}


def test_a_single_child_is_not_all_of_them() -> None:
    assert find_hung({"one": alive(6.1)}, PATIENCE) == {"one": "hung"}


def test_it_can_be_turned_off() -> None:
    assert find_hung({"one": alive(1e6), "two": starting(1e6)}, LivenessLimits(hung_seconds=0)) == {}


@pytest.mark.parametrize("asleep", [3.0, 3600.0])
def test_a_pause_of_the_whole_machine_kills_nobody(asleep: float) -> None:
    """The supervisor did not run either: what it did not see does not count."""
    children = {"one": alive(0.3), "two": alive(0.1)}
    for liveness in children.values():
        liveness.silent_seconds += awake_seconds(asleep)
    assert find_hung(children, PATIENCE) == {}
    assert awake_seconds(TICK_SECONDS) == TICK_SECONDS


@pytest.mark.slow
@pytest.mark.parametrize(
    ("seconds", "is_good"), [(0, True), (0.5, False), (1.9, False), (2, True), (600, True), (-1, False)]
)
def test_a_single_late_beat_cannot_be_made_a_reason_to_kill(seconds: float, is_good: bool) -> None:
    if is_good:
        assert Settings(hung_seconds=seconds).hung_seconds == seconds
    else:
        with pytest.raises(ValidationError):
            Settings(hung_seconds=seconds)
