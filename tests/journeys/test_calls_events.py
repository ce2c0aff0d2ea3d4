"""Something happens elsewhere while a caller waits on the line."""

from __future__ import annotations

import time

import pytest

from tests.expecting import WEBHOOK
from tests.fake_openai import Body, Reply
from tests.journeys.calls import PAID, PATIENCE, Switchboard, answer, assert_said, until_loud, until_silent
from tests.telephony.peers.softphone import softphone
from tests.waiting import until

pytestmark = [pytest.mark.io, pytest.mark.xdist_group("sip")]

AT_ONCE = 0.5
"""Seconds, on a busy machine. A job would take events in as well if nobody did, but later than this."""


async def test_the_agent_speaks_up_when_the_payment_is_there(
    calls: Switchboard, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked_at: list[float] = []

    def noting(body: Body) -> Reply:
        asked_at.append(time.monotonic())
        return answer(body)

    monkeypatch.setattr(calls.model, "otherwise", noting)
    number = await calls.number()
    async with softphone() as phone:
        await phone.dial(calls.uri(number))
        await until_loud(phone.heard)
        await until_silent(phone.heard)
        await phone.press("3")
        record = await calls.record(number, turns=2)
        await until_loud(phone.heard, after=len(phone.heard()))
        await until_silent(phone.heard)
        params = {
            "event_id_location": "payload",
            "event_id_path": "event",
            "account_id": calls.instance.credentials["account_id"],
            "project_id": calls.instance.credentials["project_id"],
        }
        body = {"event": record["metrics"]["EVENT"], "status": "paid"}
        asked_at.clear()
        accepted = await calls.platform("POST", WEBHOOK, "external_events", params=params, json=body)
        accepted_at, length = time.monotonic(), len(phone.heard())
        assert (accepted.status_code, accepted.json()) == (201, {"success": True})

        async def is_asked() -> bool:
            return bool(asked_at)

        await until(is_asked, PATIENCE)
        await until_loud(phone.heard, length)
        await calls.record(number, turns=3)
        await until_silent(phone.heard)
        await phone.press("9")
        await phone.event("CALL_CLOSED")
    assert asked_at[0] - accepted_at < AT_ONCE
    record = await calls.record(number)
    assert [turn["user_input"] for turn in record["turns"]] == ["", "3", "", "9"]
    assert_said(record, "Hello.", "Wait.", PAID, "Bye.")
    assert record["num_silences"] == 0
