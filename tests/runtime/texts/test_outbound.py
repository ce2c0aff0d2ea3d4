"""Messages go out once, in order, as far as anybody wants them: whatever the carrier does, whenever a worker dies."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest
from starlette.responses import JSONResponse, Response

from parley.domain.texts import actions
from parley.domain.texts.notices import Notice, words
from parley.storage import queue
from parley.worker.registry import JOBS
from tests.clocks import ShiftedClock
from tests.texting import NUMBER, USER, Texting, texting

pytestmark = pytest.mark.io
LATER = timedelta(seconds=20)


@pytest.fixture(name="texts")
async def _texts(dsn: str, tmp_path: Path) -> AsyncIterator[Texting]:
    async with texting(dsn, tmp_path / "data") as found:
        yield found


async def hours_pass(texts: Texting, rounds: int = 1) -> None:
    for _ in range(rounds):
        texts.clock.ahead += LATER
        await texts.work(soon=True)


async def test_long_replies_go_out_in_parts(texts: Texting) -> None:
    texts.plays("This is a sentence of some length, as agents like them. " * 60)
    found = await texts.dialogue("Tell me")
    assert len(found) == 3
    assert found[0].startswith("Hello!\n\nThis is")


@pytest.mark.parametrize("status", [429, 500])
async def test_what_the_carrier_did_not_take_is_sent_later(texts: Texting, status: int) -> None:
    texts.plays("We open at nine.")
    texts.faults.before += [Response(status_code=status), Response(status_code=status)]
    assert await texts.dialogue("When do you open?") == []
    await hours_pass(texts, 5)
    assert texts.said == ["Hello!\n\nWe open at nine."]
    assert await texts.statuses() == ["accepted"]


@pytest.mark.parametrize("answer", [Response(status_code=500), Response("not JSON", 201), JSONResponse({}, 201)])
async def test_what_the_carrier_took_without_saying_so_is_not_sent_again(texts: Texting, answer: Response) -> None:
    texts.plays("We open at nine.")
    texts.faults.after.append(answer)
    await texts.dialogue("When do you open?")
    assert await texts.statuses() == ["sending"]
    await hours_pass(texts, 3)
    assert texts.said == ["Hello!\n\nWe open at nine."]
    (row,) = await texts.rows(incoming=False)
    assert (row["status"], row["carrier_sid"]) == ("accepted", texts.carrier.messages[0].sid)


async def test_parts_that_say_the_same_are_told_apart(texts: Texting) -> None:
    texts.plays("Yes.", "Yes.")
    await texts.dialogue("1")
    texts.faults.after.append(Response(status_code=502))
    await texts.dialogue("2")
    await hours_pass(texts, 2)
    assert texts.said == ["Hello!\n\nYes.", "Yes."]
    sids = [row["carrier_sid"] for row in await texts.rows(incoming=False)]
    assert sids == [message.sid for message in texts.carrier.messages]


async def test_a_receipt_settles_what_nobody_knew(texts: Texting) -> None:
    texts.plays("We open at nine.")
    texts.faults.after.append(Response(status_code=500))
    await texts.dialogue("When do you open?")
    assert await texts.carrier.report(texts.carrier.messages[0], "delivered") == 200
    await hours_pass(texts, 3)
    assert texts.said == ["Hello!\n\nWe open at nine."]
    assert await texts.statuses() == ["delivered"]


async def test_a_worker_that_dies_with_a_request_under_way_doubles_nothing(texts: Texting) -> None:
    texts.plays("We open at nine.")
    await texts.text("When do you open?")
    await texts.work_once()

    class Died(BaseException):
        pass

    async with texts.resources.db.transaction() as tx:
        (job,) = await queue.lease_due(tx, [actions.SEND], 1, 0.0)
    real = texts.resources.texts.sending._taken

    async def dies(*_given: object) -> None:
        raise Died

    object.__setattr__(texts.resources.texts.sending, "_taken", dies)
    with pytest.raises(Died):
        await JOBS[actions.SEND].run(texts.resources, job)
    object.__setattr__(texts.resources.texts.sending, "_taken", real)
    assert len(texts.said) == 1
    await hours_pass(texts, 3)
    assert len(texts.said) == 1
    assert await texts.statuses() == ["accepted"]


async def test_what_the_carrier_refuses_is_not_tried_again(texts: Texting) -> None:
    texts.plays("We open at nine.", "Until six.")
    texts.faults.before.append(JSONResponse({"code": 21211}, 400))
    assert await texts.dialogue("When do you open?") == []
    assert await texts.dialogue("Until when?") == ["Until six."]
    first, _second = await texts.rows(incoming=False)
    assert (first["status"], first["error"], first["body"]) == ("failed", "21211", "")


async def test_a_stop_that_only_the_carrier_knows_of_counts(texts: Texting) -> None:
    texts.plays("We open at nine.")
    texts.faults.before.append(JSONResponse({"code": 21610}, 400))
    assert await texts.dialogue("When do you open?") == []
    assert (await texts.thread())["opted_out_at"] is not None
    assert await texts.dialogue("Hello?") == []
    assert await texts.dialogue("START") == [words(Notice.STARTED, "en")]


async def test_it_has_an_end(texts: Texting) -> None:
    texts.plays("We open at nine.", "Until six.")
    texts.faults.before += [Response(status_code=429)] * 7
    await texts.dialogue("When do you open?")
    await texts.text("Until when?")
    await hours_pass(texts, 9)
    assert texts.said == ["Until six."]
    assert [(row["status"], row["error"]) for row in await texts.rows(incoming=False)] == [
        ("failed", "status 429"),
        ("accepted", ""),
    ]


async def test_whatsapp_takes_free_words_for_a_day(texts: Texting) -> None:
    texts.plays("Hi.")
    assert await texts.carrier.bring(texts.incoming, f"whatsapp:{USER}", f"whatsapp:{NUMBER}", "Hi") == 200
    await texts.work_once()
    texts.clock.ahead = timedelta(hours=25)
    await texts.work()
    (row,) = await texts.rows(incoming=False)
    assert (row["status"], row["error"]) == ("failed", "window_closed")
    assert texts.said == []


async def test_without_its_connector_a_message_fails(texts: Texting) -> None:
    texts.plays("Hi.")
    await texts.text("Hi")
    await texts.work_once()
    await texts.resources.db.fetch("update phone_numbers set connector_id = null")
    await texts.resources.db.fetch("delete from connectors")
    await texts.work()
    assert await texts.statuses() == ["failed"]


async def test_receipts_come_in_any_order(texts: Texting) -> None:
    texts.plays("Hi.")
    await texts.dialogue("Hi")
    (message,) = texts.carrier.messages
    for status in ("delivered", "sent", "sending", "delivered", "queued", "read", "failed"):
        assert await texts.carrier.report(message, status) == 200
    assert await texts.statuses() == ["read"]


async def test_a_carrier_whose_clock_is_minutes_behind_is_understood(texts: Texting) -> None:
    texts.plays("We open at nine.")
    texts.carrier.clock = ShiftedClock(timedelta(minutes=-5))
    texts.faults.after.append(Response(status_code=500))
    await texts.dialogue("When do you open?")
    await hours_pass(texts, 3)
    assert texts.said == ["Hello!\n\nWe open at nine."]
