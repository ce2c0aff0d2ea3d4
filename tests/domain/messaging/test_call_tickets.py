from __future__ import annotations

from datetime import UTC, datetime, timedelta

from parley.domain.messaging.call_tickets import LIFETIME, CallTicket, CallTickets
from tests.clocks import HandClock

NOW = datetime(2026, 1, 2, tzinfo=UTC)
TICKET = CallTicket(b"f" * 32, "CONNECTOR-1", "localhost", "0190", "PROJECT-1", b"s" * 32)


def test_a_ticket_is_good_for_minutes() -> None:
    clock = HandClock(NOW)
    tickets = CallTickets(b"s" * 32, clock)
    text, until = tickets.mint(TICKET)
    assert tickets.read(text) == TICKET
    assert until == clock.now() + LIFETIME
    clock.moment += LIFETIME + timedelta(seconds=1)
    assert tickets.read(text) is None


def test_what_is_not_ours_is_none() -> None:
    tickets = CallTickets(b"s" * 32, HandClock(NOW))
    text, _ = tickets.mint(TICKET)
    said, _, signature = text.rpartition(".")
    others = [CallTickets(b"t" * 32, HandClock(NOW)).mint(TICKET)[0], text[:-1], f"{said}.", f"{said}é.{signature}"]
    for wrong in ("", "ticket.", "ticket..", "pk_msg_x", text.removeprefix("ticket."), "ticket." + "x" * 2000, *others):
        assert tickets.read(wrong) is None, wrong
