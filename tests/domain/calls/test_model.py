"""Decisions about calls."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from parley.domain.calls.model import Encryption, Status, free_slots, outbound_call
from parley.domain.numbers.model import Connector


@given(st.integers(0, 10), st.integers(0, 20), st.integers(0, 10))
def test_slots_are_never_overdrawn(limit: int, running: int, most: int) -> None:
    free = free_slots(limit, running, most)
    assert 0 <= free <= most
    assert free == 0 or running + free <= limit


def test_a_call_is_what_its_connector_says() -> None:
    now = datetime(2026, 3, 1, tzinfo=UTC)
    settings = {"host": "sip.example.com", "caller_id": "+14155550199", "queue_seconds": 20}
    connector = Connector("CONNECTOR-1", "A", "P", "Trunk", "sandbox", "harbour", True, settings)
    call = outbound_call(connector, "+14155550100", now, Encryption.UDP_RTP, {"a": "b"})
    assert (call.account_id, call.project_id, call.connector_id) == ("A", "P", "CONNECTOR-1")
    assert (call.environment, call.variant_id, call.from_number) == ("sandbox", "harbour", "+14155550199")
    assert (call.status, call.encryption, call.metadata) == (Status.QUEUED, "UDP/RTP", {"a": "b"})
    assert call.give_up_at == now + timedelta(seconds=20)
