from __future__ import annotations

import threading

from parley.telephony.sip.baresip.watchdog import MAX_MISSED, Probe, Watchdog, processor_wait_seconds

FINE, MISSED = Probe(True, 0.0, 0.0), Probe(False, 0.0, 0.0)
WE_WERE_LATE, IT_WAITED = Probe(False, 1.6, 0.0), Probe(False, 0.0, 0.9)


def test_several_probes_in_a_row_must_be_missed() -> None:
    watchdog = Watchdog()
    for probe in [MISSED] * (MAX_MISSED - 1) + [FINE] + [MISSED] * (MAX_MISSED - 1):
        assert not watchdog.is_hanging(probe)
    assert watchdog.is_hanging(MISSED)


def test_a_starved_machine_is_not_the_threads_fault() -> None:
    watchdog = Watchdog()
    assert not any(watchdog.is_hanging(probe) for probe in [WE_WERE_LATE, IT_WAITED] * 20)
    assert [watchdog.is_hanging(MISSED) for _ in range(MAX_MISSED)] == [False] * (MAX_MISSED - 1) + [True]


def test_what_the_kernel_says_about_a_thread() -> None:
    assert 0.0 <= processor_wait_seconds(threading.get_native_id()) < 3600
    assert processor_wait_seconds(1 << 40) == 0.0
