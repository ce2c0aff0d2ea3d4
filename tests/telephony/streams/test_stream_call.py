"""Whole calls over media streams, each with a simulated carrier of every kind."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.telephony.peers.sound import loudness
from tests.telephony.streams.dialects import DIALECTS, Dialect, TwilioDialect
from tests.telephony.streams.harness import NUMBER, Harness, stream_harness
from tests.waiting import until

pytestmark = [pytest.mark.io, pytest.mark.xdist_group("streams")]

ALL = pytest.mark.parametrize("kind", DIALECTS, ids=lambda kind: kind.name)
LONG = "return {'utterance': 'We have tables at six, at seven, at eight and at nine, and one on the terrace.'}"
HANDOFF = (
    "return {'utterance': 'One moment.', 'handoff': "
    "{'method': 'invite', 'phone_number': '+442070001111', 'reason': 'human'}}"
)


@ALL
async def test_keys_and_a_caller_who_leaves(kind: type[Dialect], dsn: str, tmp_path: Path) -> None:
    start = "return {'utterance': 'PIN?', 'listen': {'dtmf': {'num_digits': 4}}}"
    async with stream_harness(kind(), dsn, tmp_path, start) as harness:
        phone = await harness.call()
        await harness.until_turns(1)
        await phone.send_dtmf("1234")
        await harness.until_turns(2)
        await phone.hang_up()
        await harness.until_over()
        row, conversation = await harness.row(), await harness.conversation()
        assert (row["status"], row["id"]) == ("success", conversation["id"])
        assert (conversation["end_reason"], conversation["channel"]) == ("closed", f"VOICE-{kind.name.upper()}")
        assert conversation["from_number"].endswith("447700900123")
        assert conversation["to_number"] == NUMBER
        assert (await harness.turns())[1]["dtmf"] == "1234"
        assert harness.carrier.requests == []


@ALL
async def test_an_agent_that_hangs_up(kind: type[Dialect], dsn: str, tmp_path: Path) -> None:
    start = "return {'utterance': 'Goodbye, my friend.', 'hangup': True}"
    async with stream_harness(kind(), dsn, tmp_path, start, speed=0.02) as harness:
        phone = await harness.call()
        await phone.wait_ended()
        await harness.until_over()
        assert (await harness.conversation())["end_reason"] == "agent_end"
        assert phone.clears == 0


@ALL
async def test_a_key_stops_what_the_carrier_has_still_to_play(kind: type[Dialect], dsn: str, tmp_path: Path) -> None:
    async with stream_harness(kind(), dsn, tmp_path, LONG, speed=0.06) as harness:
        phone = await harness.call()
        await harness.until_turns(1)

        async def hears() -> bool:
            return len(phone.heard) > 16_000

        await until(hears)
        await phone.send_dtmf("1")
        await phone.send_dtmf("#")
        await harness.until_turns(2)
        reply, second = (await harness.turns())[:2]
        assert phone.clears == 1
        assert phone.discarded > 1_000
        assert second["barge_in"]
        assert LONG.split("'")[3].startswith(reply["agent_response"].strip())
        assert len(reply["agent_response"]) < 60
        await phone.hang_up()
        await harness.until_over()


@ALL
async def test_a_caller_is_transferred(kind: type[Dialect], dsn: str, tmp_path: Path) -> None:
    async with stream_harness(kind(), dsn, tmp_path, HANDOFF) as harness:
        phone = await harness.call()
        await harness.until_over()
        (dialled,) = phone.dialled
        assert (dialled["number"], dialled["callerId"]) == ("+442070001111", "+442079460000")
        assert await metrics(harness) == {
            "TRANSFER_STATUS": "Success",
            "TRANSFER_METHOD": "refer",
            "TRANSFER_SIP_CODE": "200",
        }
        assert not phone._ended.done(), "the two still talk"
        harness.carrier.may_end_dial.set()
        await phone.wait_ended()


@ALL
async def test_a_transfer_that_fails_gives_the_caller_back(kind: type[Dialect], dsn: str, tmp_path: Path) -> None:
    async with stream_harness(kind(), dsn, tmp_path, HANDOFF) as harness:
        harness.carrier.dial_outcome = "busy"
        phone = await harness.call()
        await harness.until_turns(2)

        async def is_back() -> bool:
            return phone.streams == 2

        await until(is_back)
        await phone.send_dtmf("1#")
        await harness.until_turns(3)
        await phone.hang_up()
        await harness.until_over()
        found = await metrics(harness)
        assert (found["TRANSFER_STATUS"], found["TRANSFER_SIP_CODE"]) == ("Failed", "486")


@pytest.mark.parametrize("kind", DIALECTS[:2], ids=lambda kind: kind.name)
async def test_a_stream_that_breaks_comes_back(kind: type[Dialect], dsn: str, tmp_path: Path) -> None:
    async with stream_harness(kind(), dsn, tmp_path) as harness:
        phone = await harness.call()
        await harness.until_turns(1)
        await phone.drop()

        async def is_back() -> bool:
            return phone.streams == 2

        await until(is_back)
        await phone.send_dtmf("7#")
        await harness.until_turns(2)
        assert (await harness.turns())[1]["dtmf"] == "7"
        await phone.hang_up()
        await harness.until_over()


@ALL
async def test_a_call_is_placed(kind: type[Dialect], dsn: str, tmp_path: Path) -> None:
    start = "return {'utterance': 'Goodbye.', 'hangup': True}"
    async with stream_harness(kind(), dsn, tmp_path, start) as harness:
        await harness.place()
        phone = await harness.carrier.placed.get()
        await phone.wait_ended()
        row, conversation = await harness.row(), await harness.conversation()
        assert (row["status"], conversation["end_reason"]) == ("success", "agent_end")
        method, path, fields = harness.carrier.requests[0]
        assert method == "POST"
        assert harness.carrier.dialect.account in path
        assert "493012345" in (fields.get("To") or fields["to"])


@pytest.mark.parametrize(
    ("kind", "outcome", "code"),
    [(DIALECTS[0], "busy", 486), (DIALECTS[1], "no-answer", None), (DIALECTS[2], "failed", None)],
)
async def test_a_call_that_nobody_takes(
    kind: type[Dialect], outcome: str, code: int | None, dsn: str, tmp_path: Path
) -> None:
    async with stream_harness(kind(), dsn, tmp_path) as harness:
        harness.carrier.place_outcome = outcome
        await harness.place()
        row = await harness.row()
        assert (row["status"], row["sip_code"]) == ("failure", code)
        assert await harness.resources.db.fetch("select from conversations") == []


@ALL
async def test_an_utterance_can_be_tones(kind: type[Dialect], dsn: str, tmp_path: Path) -> None:
    start = "return {'utterance': '12#', 'utterance_channel': 'DTMF'}"
    async with stream_harness(kind(), dsn, tmp_path, start) as harness:
        phone = await harness.call()

        async def are_heard() -> bool:
            return phone.keys_heard == "12#" or loudness(bytes(phone.heard)) > 0.01

        await until(are_heard)
        assert (phone.keys_heard == "12#") == (kind.name == "plivo")
        await phone.hang_up()
        await harness.until_over()


async def test_a_draining_process_hangs_up_in_the_end(dsn: str, tmp_path: Path) -> None:
    async with stream_harness(TwilioDialect(), dsn, tmp_path) as harness:
        phone = await harness.call()
        await harness.until_turns(1)
        await harness.handler.drain(0)
        await phone.wait_ended()
        late = harness.carrier.call(harness.voice_url, NUMBER)
        await late.wait_ended()
        assert late.streams == 0
        assert (await harness.row())["status"] == "success"


async def metrics(harness: Harness) -> dict[str, Any]:
    """What the line has said about the call: with its turns, and at its end."""
    rows = await harness.resources.db.fetch("select metrics from turns")
    jobs = await harness.resources.db.fetch("select args from jobs")
    found = [pair for row in rows for pair in row["metrics"]]
    return dict(map(tuple, [*found, *(pair for job in jobs for pair in job["args"].get("metrics", ()))]))
