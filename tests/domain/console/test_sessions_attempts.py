from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from parley.domain.console import sessions
from parley.domain.console.model import TooManySignIns
from parley.domain.console.sessions import FAILED_PER_MINUTE, Attempts

NOW = datetime(2026, 3, 1, 12, 0, 30, tzinfo=UTC)


def test_many_at_once_are_counted_before_any_of_them_fails() -> None:
    counted = Attempts()
    for _ in range(FAILED_PER_MINUTE):
        counted.begin("a", NOW)
    with pytest.raises(TooManySignIns) as refused:
        counted.begin("a", NOW)
    assert refused.value.headers == {"Retry-After": "30"}
    counted.begin("b", NOW)
    counted.begin("a", NOW + timedelta(seconds=30))


def test_who_signs_in_is_not_counted() -> None:
    counted = Attempts()
    for _ in range(FAILED_PER_MINUTE * 3):
        counted.begin("a", NOW)
        counted.succeed("a")


def test_addresses_do_not_fill_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sessions, "MOST_ADDRESSES", 2)
    counted = Attempts()
    for address in ("a", "b", "c"):
        counted.begin(address, NOW)
    with pytest.raises(TooManySignIns):
        counted.begin("d", NOW)
