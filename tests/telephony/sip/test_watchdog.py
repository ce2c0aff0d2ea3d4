from __future__ import annotations

import threading

from parley.telephony.sip.watchdog import MOST_MISSED, Probe, Watchdog, waited_seconds

FINE, MISSED = Probe(True, 0.0, 0.0), Probe(False, 0.0, 0.0)
WE_WERE_LATE, IT_WAITED = Probe(False, 1.6, 0.0), Probe(False, 0.0, 0.9)


def test_several_pulses_in_a_row_must_be_missed() -> None:
    pulse = Watchdog()
    for beat in [MISSED] * (MOST_MISSED - 1) + [FINE] + [MISSED] * (MOST_MISSED - 1):
        assert not pulse.stands_still(beat)
    assert pulse.stands_still(MISSED)


def test_a_starved_machine_is_not_the_threads_fault() -> None:
    pulse = Watchdog()
    assert not any(pulse.stands_still(beat) for beat in [WE_WERE_LATE, IT_WAITED] * 20)
    assert [pulse.stands_still(MISSED) for _ in range(MOST_MISSED)] == [False] * (MOST_MISSED - 1) + [True]


def test_what_the_kernel_says_about_a_thread() -> None:
    assert 0.0 <= waited_seconds(threading.get_native_id()) < 3600
    assert waited_seconds(1 << 40) == 0.0
