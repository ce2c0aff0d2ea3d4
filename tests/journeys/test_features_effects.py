"""What functions do besides answering: state, metrics, logs, messages, events, and what is left when it is over."""

from __future__ import annotations

from datetime import timedelta

import pytest

from parley.domain.conversations.model import row_id
from parley.providers.llm.scripted import Call, Say
from tests.journeys.installation import Agent, Heard, Installation

pytestmark = pytest.mark.io

KEEP = Call("keep", {"word": "fig", "times": 1, "weight": 0.5, "is_gift": True})


def act(what: str) -> Call:
    return Call("act", {"what": what})


async def test_live_objects_stay_alive_from_turn_to_turn(everything: Agent) -> None:
    everything.plays(KEEP, Say("Kept."), Call("look"), Call("look"))
    talk = await everything.open()
    await talk.say("keep it")
    state = await talk.state()
    assert state["order"] == {"word": "fig", "times": 1, "tags": ["gift"]}
    assert state["parcel"] == {"weight": 0.5, "labels": ["fig"]}
    assert (state["kept_at"], state["zone"], state["seen"]) == ("2026-05-01T12:30:00+00:00", "US/Central", ["fig"])
    assert (await talk.say("look")).text == "Order/Parcel/set fig x2 07:30 ['again', 'fig']"
    await everything.renew()
    assert (await talk.say("look")).text == "Order/Parcel/set fig x3 07:30 ['again', 'fig']", "on another host too"
    changes = (await talk.trace())["functions"][0]["state_changes"]
    assert changes["updated"] == {"order": {"word": "fig", "times": 3, "tags": ["gift"]}}


async def test_metrics_once_and_often(everything: Agent) -> None:
    everything.plays(act("count"), act("count"))
    talk = await everything.open()
    assert (await talk.say("count")).text == "BARE,COUNTED,ONCE,STARTED"
    await talk.say("count")
    await talk.close()
    record = await talk.record()
    assert record["metrics"] == {
        "STARTED": "live", "COUNTED": ["1", "2", "1", "2"], "ONCE": "first", "BARE": ["", ""], "ENDED": "4"
    }  # fmt: skip


async def test_logs_and_prints_are_in_the_trace(everything: Agent) -> None:
    everything.plays(act("write_logs"))
    talk = await everything.open()
    await talk.say("log")
    (function,) = (await talk.trace())["functions"]
    assert function["stdout"] == "printed 1\n"
    logs = {line["message"].partition("\n")[0]: line for line in function["logs"]}
    assert [line["level"] for line in function["logs"]] == ["info", "warning", "error", "info"]
    assert (logs["noted"]["fields"]["number"], logs["careful"]["is_pii"]) == (1, True)
    assert "ZeroDivisionError" in str(logs["went wrong"])
    assert logs["by plog"]["fields"]["order"] == {"word": "a", "times": 1, "tags": []}


async def test_messages_go_out_with_the_turn(everything: Agent) -> None:
    everything.plays(act("send"), act("missing_template"))
    talk = await everything.open()
    assert (await talk.say("send")).text == "3 queued, True"
    sent = [(m["kind"], m["recipient"], m["sender"], m["body"], m["status"]) for m in await talk.messages()]
    assert sent == [
        ("sms", "+44113", "+440003", "Good day from Leeds: apple for £5.", "recorded"),
        ("sms", "+44114", "+44999", "Hello {{vrbl:price}}", "recorded"),
        ("email", "a@example.com", "", "Hello there", "recorded"),
        ("whatsapp", "+44115", "+44999", "By WhatsApp", "recorded"),
    ]
    assert (await talk.say("send what is not there")).text == "MissingTemplate"
    assert len(await talk.messages()) == 4


async def test_the_end_function_has_the_last_word(everything: Agent) -> None:
    everything.plays(act("mail_at_the_end"), Call("go", {"flow_name": "Order (V2)", "step_name": "NA"}), Say("Which?"))
    talk = await everything.open()
    await talk.say("mail me")
    await talk.say("order")
    await talk.close()
    record = await talk.record()
    assert record["end_reason"] == "closed"
    assert record["state"]["left_in"] == ["Order (V2)", "Take Order"]
    assert record["state"]["lines"] == [
        ["agent", "Good day, welcome to Leeds. Today: apple."],
        ["user", "mail me"], ["agent", "Later."], ["user", "order"], ["agent", "Which?"],
    ]  # fmt: skip
    assert "price" not in record["state"]
    assert record["num_turns"] == 3
    (mail,) = await talk.messages()
    assert (mail["recipient"], mail["subject"], mail["status"]) == ("boss@example.com", "Over", "recorded")


async def test_external_events_are_waited_for(everything: Agent, installation: Installation) -> None:
    everything.plays(act("wait_for_event"))
    talk = await everything.open()
    await talk.say("wait")
    state = await talk.state()
    rows = await installation.resources.db.fetch(
        "select id, project_id, send_to_llm, expires_at from external_event_ids where conversation_id = $1",
        row_id(talk.id),
    )
    waiting = {row["id"]: row for row in rows}
    assert set(waiting) == {state["event"], state["quiet_event"]}
    event = waiting[state["event"]]
    assert (event["project_id"], event["send_to_llm"]) == (everything.project_info.id, True)
    assert waiting[state["quiet_event"]]["send_to_llm"] is False
    left = event["expires_at"] - installation.resources.clock.now()
    assert timedelta(minutes=59) < left <= timedelta(hours=1)


async def test_delay_responses_are_recorded(everything: Agent) -> None:
    everything.plays(Call("slow", {"seconds": 0.4}), Call("slow", {"seconds": 0}))
    talk = await everything.open()
    assert (await talk.say("slowly")).text == "Found it.", "what is said meanwhile is no part of a chat's answer"
    assert (await talk.trace())["delay_responses"] == ["Looking for apple.", "[Ring]", "Never reached."]
    await talk.say("quickly")
    assert "delay_responses" not in await talk.trace()


async def test_trimmings_are_kept_for_other_doors(everything: Agent) -> None:
    everything.plays(act("trimmings"), Say("ok"))
    talk = await everything.open()
    assert (await talk.say("trim")).text == "Trimmed."
    trace, dialog = await talk.trace(), await talk.dialog()
    assert trace["suggestions"] == ["yes", "no"]
    assert trace["attachments"][0]["content_url"] == "https://example.com/a.png"
    assert dialog.asr_biasing
    assert dialog.asr_biasing["keywords"] == ["Leeds"]
    assert dialog.voice
    assert dialog.voice["provider_voice_id"] == "v1"
    assert (dialog.csat["score"], dialog.discard_recording) == (4, True)
    assert trace["other"]["csat"] == {"eligible": True, "reason": None, "score": 4}
    assert ("CSAT_SCORE", 4) in await talk.metrics()
    await talk.say("go on")
    assert "suggestions" not in await talk.trace()


async def test_what_code_can_read(everything: Agent) -> None:
    everything.plays(act("describe"))
    call = await everything.call(from_number="+44117", sip_headers={"X-Branch": "7"})
    facts = (await call.say("tell me")).text.split("|")
    assert facts == [
        "live", "sip.polyai", "en-GB", "north", "+44117", "{'X-Branch': '7'}", "None", "serious", "None",
        "['tell me']", "tell me", "Leeds", "None", "None", "False",
    ]  # fmt: skip


async def test_the_end_can_come_with_the_opening(installation: Installation) -> None:
    agent = await installation.agent(
        {
            "functions/start_function.py": (
                "from _gen import *\n"
                "def start_function(conv: Conversation):\n"
                "    return {'utterance': 'We are closed.', 'hangup': True}\n"
            )
        }
    )
    talk = await agent.open()
    assert talk.opening == "We are closed."
    assert (await talk.record())["end_reason"] == "agent_end"


async def test_a_closed_conversation_runs_its_end_once(everything: Agent) -> None:
    everything.plays(Call("give_back", {"form": "utterance and hangup"}))
    talk = await everything.open()
    assert await talk.say("bye") == Heard("Bye now.", True)
    await talk.close()
    await talk.close()
    assert (await talk.record())["metrics"]["ENDED"] == "0"
