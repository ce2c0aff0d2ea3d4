"""The rules of a thread."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import permutations
from uuid import UUID

import pytest

from parley.domain.texts.keywords import Keyword
from parley.domain.texts.model import (
    Channel,
    Status,
    Thread,
    Traffic,
    digest,
    judge,
    may_become,
    reported_status,
)

NOW = datetime(2026, 5, 4, 12, tzinfo=UTC)
QUIET = Traffic(0, 0, 0)
THREAD = Thread(
    UUID(int=1),
    "ACCOUNT-1",
    "PROJECT-1",
    "CONNECTOR-1",
    "live",
    "",
    Channel.SMS,
    "+442071234567",
    "+447700900123",
    "en-GB",
    None,
    None,
    "",
    None,
    None,
    None,
    NOW,
    None,
    None,
)


@pytest.mark.parametrize(
    ("thread", "body", "keyword", "traffic", "drop"),
    [
        (THREAD, "hi", None, QUIET, ""),
        (THREAD, "", None, QUIET, "empty"),
        (THREAD, "hi", None, Traffic(9, 99, 3), ""),
        (THREAD, "hi", None, Traffic(10, 0, 0), "sender_rate"),
        (THREAD, "hi", None, Traffic(0, 100, 0), "project_rate"),
        (THREAD, "hi", None, Traffic(4, 4, 4), "repeated"),
        (replace(THREAD, opted_out_at=NOW), "hi", None, QUIET, "opted_out"),
        (replace(THREAD, blocked_until=NOW + timedelta(seconds=1)), "hi", None, QUIET, "blocked"),
        (replace(THREAD, blocked_until=NOW), "hi", None, QUIET, ""),
        (replace(THREAD, blocked_until=NOW + timedelta(1)), "stop", Keyword.STOP, Traffic(50, 500, 9), "keyword"),
    ],
)
def test_what_becomes_of_a_message(
    thread: Thread, body: str, keyword: Keyword | None, traffic: Traffic, drop: str
) -> None:
    verdict = judge(thread, body, keyword, traffic, NOW)
    assert verdict.drop == drop
    assert verdict.blocks is (drop == "repeated")
    assert verdict.keyword is keyword


def test_receipts_in_any_order_come_to_the_same() -> None:
    ends = set()
    for order in permutations(["queued", "sent", "delivered", "read", "sending", "delivered"]):
        status = Status.SENDING
        for word in order:
            reported = reported_status(word)
            assert reported is not None
            status = reported if may_become(status, reported) else status
        ends.add(status)
    assert ends == {Status.READ}
    assert not may_become(Status.SUPPRESSED, Status.SENT)
    assert not may_become(Status.DELIVERED, Status.FAILED)
    assert reported_status("of another world") is None


def test_whatsapp_takes_free_words_for_a_day() -> None:
    chat = replace(THREAD, channel=Channel.WHATSAPP)
    assert not chat.takes_free_words(NOW)
    assert replace(chat, received_at=NOW - timedelta(hours=23)).takes_free_words(NOW)
    assert not replace(chat, received_at=NOW - timedelta(hours=24)).takes_free_words(NOW)
    assert THREAD.takes_free_words(NOW)


def test_the_same_words_are_known_again() -> None:
    assert digest(" Hello ") == digest("hello")
    assert digest("hello") != digest("hallo")
