"""Conversations by text message: a dialogue, keywords, limits, and workers that die."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from parley.domain.conversations.actions import accept_event
from parley.domain.conversations.external_events import IncomingEvent
from parley.domain.texts import actions
from parley.domain.texts.notices import Notice, words
from parley.providers.llm.scripted import Call, Say, ScriptedModel
from parley.runtime.session.sessions import Sessions
from parley.runtime.texts import expiry
from parley.storage import queue
from parley.worker.registry import JOBS
from tests.texting import NUMBER, USER, Texting, texting

pytestmark = pytest.mark.io
STOPPED, STARTED, HELP = (words(one, "en") for one in (Notice.STOPPED, Notice.STARTED, Notice.HELP))


@pytest.fixture(name="texts")
async def _texts(dsn: str, tmp_path: Path) -> AsyncIterator[Texting]:
    async with texting(dsn, tmp_path / "data") as found:
        yield found


async def test_a_dialogue(texts: Texting) -> None:
    texts.plays("We open at nine.", "Until six.")
    assert await texts.dialogue("When do you open?") == ["Hello!\n\nWe open at nine."]
    assert await texts.dialogue("Until when?") == ["Until six."]
    (conversation,) = await texts.conversations()
    assert conversation["channel"] == "SMS"
    assert conversation["public_id"] == f"TW_SMS_{conversation['id'].hex}"
    assert (conversation["from_number"], conversation["to_number"]) == (USER, NUMBER)
    turns = await texts.resources.db.fetch("select user_input, agent_response from turns order by number")
    assert [tuple(turn) for turn in turns] == [
        ("", "Hello!"),
        ("When do you open?", "We open at nine."),
        ("Until when?", "Until six."),
    ]
    (message, _) = texts.carrier.messages
    assert (message.sender, message.recipient) == (NUMBER, USER)
    # What was said is in the conversation, and nowhere else.
    assert [row["body"] for row in [*await texts.rows(incoming=True), *await texts.rows(incoming=False)]] == [""] * 4


async def test_whatsapp_is_a_thread_of_its_own(texts: Texting) -> None:
    texts.plays("By text.", "By chat.")
    await texts.dialogue("Hi")
    assert await texts.carrier.bring(texts.incoming, f"whatsapp:{USER}", f"whatsapp:{NUMBER}", "Hi") == 200
    await texts.work()
    assert texts.carrier.messages[-1].recipient == f"whatsapp:{USER}"
    assert [one["channel"] for one in await texts.conversations()] == ["SMS", "WHATSAPP"]


async def test_the_agent_ends_it_and_the_next_message_begins_another(texts: Texting) -> None:
    texts.make.use_model(ScriptedModel([Call("goodbye"), Say("Again?")]))
    assert await texts.dialogue("Bye") == ["Hello!\n\nBye!"]
    assert await texts.dialogue("Hi") == ["Hello!\n\nAgain?"]
    assert [one["end_reason"] for one in await texts.conversations()] == ["agent_end", None]


async def test_stop_is_respected_and_start_takes_it_back(texts: Texting) -> None:
    texts.plays("We open at nine.", "Welcome back.")
    await texts.dialogue("When do you open?")
    assert await texts.dialogue("Stop.") == [STOPPED]
    assert await texts.dialogue("STOP") == []
    assert await texts.dialogue("When do you open?") == []
    assert [one["end_reason"] for one in await texts.conversations()] == ["closed"]
    assert await texts.dialogue("help") == [HELP]
    assert await texts.dialogue("help") == []
    assert await texts.dialogue("yes") == [STARTED]
    assert await texts.dialogue("Hi") == ["Hello!\n\nWelcome back."]
    assert len(await texts.conversations()) == 2


async def test_a_carrier_that_answers_keywords_itself(texts: Texting) -> None:
    assert await texts.dialogue("STOP", OptOutType="STOP") == []
    assert (await texts.thread())["opted_out_at"] is not None


async def test_what_waits_is_not_sent_after_stop(texts: Texting) -> None:
    texts.plays("We open at nine.")
    await texts.text("When do you open?")
    await texts.work_once()  # answered, not sent
    await texts.text("STOP")
    await texts.work()
    assert texts.said == [STOPPED]
    assert await texts.statuses() == ["suppressed", "accepted"]


async def test_a_turn_that_stop_comes_into_says_nothing(texts: Texting) -> None:
    async def stop(*_given: object) -> None:
        assert await texts.text("stop") == 200

    texts.plays("First.", "Never heard.")
    await texts.dialogue("Hi")
    _before_the_turn_is_written(texts, stop)
    assert await texts.dialogue("And then?") == [STOPPED]
    assert await texts.statuses(incoming=True) == ["answered", "dropped", "dropped"]
    turns = await texts.resources.db.fetch("select agent_response from turns order by number")
    assert [turn[0] for turn in turns] == ["Hello!", "First."]
    assert [one["end_reason"] for one in await texts.conversations()] == ["closed"]


async def test_messages_are_answered_in_their_order(texts: Texting) -> None:
    texts.plays("One.", "Two.", "Three.")
    for body in ("1", "2", "3"):
        await texts.text(body)
    await texts.work()
    assert texts.said == ["Hello!\n\nOne.", "Two.", "Three."]


async def test_a_worker_that_dies_before_the_turn_is_written_loses_nothing(texts: Texting) -> None:
    class Died(Exception):
        pass

    async def die(*_given: object) -> None:
        raise Died

    texts.plays("Lost.", "We open at nine.")
    _before_the_turn_is_written(texts, die)
    await texts.text("When do you open?")
    with pytest.raises(Died):
        await texts.work()
    await texts.resources.db.fetch("update jobs set leased_until = now() - interval '1 s'")
    await texts.work()
    assert texts.said == ["Hello!\n\nWe open at nine."]
    assert await texts.statuses(incoming=True) == ["answered"]


async def test_two_workers_with_the_same_message_answer_once(texts: Texting) -> None:
    texts.plays("Once.", "Twice.")
    await texts.text("Hi")
    async with texts.resources.db.transaction() as tx:
        (job,) = await queue.lease_due(tx, [actions.ANSWER], 1, 60.0)
    run = JOBS[actions.ANSWER].run
    await run(texts.resources, job)
    with pytest.raises(queue.LeaseLost):
        await run(texts.resources, job)
    await texts.work()
    assert texts.said == ["Hello!\n\nOnce."]


async def test_what_cannot_be_answered_is_given_up_and_the_next_one_is(texts: Texting) -> None:
    texts.plays("Two.")
    await texts.text("1")
    await texts.text("2")
    async with texts.resources.db.transaction() as tx:
        (job,) = await queue.lease_due(tx, [actions.ANSWER], 1, 60.0)
        await queue.give_up(tx, job, "Broken")
        abandon = JOBS[actions.ANSWER].abandon
        assert abandon is not None
        await abandon(tx, job, texts.resources.clock.now())
    await texts.work()
    assert texts.said == ["Hello!\n\nTwo."]
    assert await texts.statuses(incoming=True) == ["failed", "answered"]


async def test_an_agent_that_is_not_deployed_answers_nothing(texts: Texting) -> None:
    await texts.resources.db.fetch("update phone_numbers set environment = 'sandbox'")
    assert await texts.dialogue("Hi") == []
    (row,) = await texts.rows(incoming=True)
    assert (row["status"], row["error"]) == ("failed", "not_deployed")


async def test_senders_are_limited(texts: Texting) -> None:
    texts.plays(*(f"{number}." for number in range(10)))
    for number in range(12):
        await texts.text(f"message {number}")
    await texts.text("stop")
    await texts.work()
    errors = [row["error"] for row in await texts.rows(incoming=True)]
    assert errors == [*["opted_out"] * 10, "sender_rate", "sender_rate", "keyword"]


async def test_who_says_the_same_again_and_again_is_blocked_for_a_while(texts: Texting) -> None:
    texts.plays(*"12345")
    for _ in range(6):
        await texts.text("hello")
    assert [row["error"] for row in await texts.rows(incoming=True)] == ["", "", "", "", "repeated", "blocked"]
    texts.clock.ahead = timedelta(minutes=11)
    await texts.text("hello")
    assert (await texts.rows(incoming=True))[-1]["status"] == "received"


async def test_an_event_that_the_agent_speaks_about_goes_out_at_once(texts: Texting) -> None:
    texts.plays("Wait for it.", "It has come.")
    await texts.dialogue("Hi")
    (conversation,) = await texts.conversations()
    now = texts.resources.clock.now()
    await texts.resources.db.fetch(
        "insert into external_event_ids values ('e1', $1, $2, true, $3)",
        texts.project.id, conversation["id"], now + timedelta(hours=1),
    )  # fmt: skip
    await texts.resources.db.fetch("update live_conversations set awaits_events = true")
    async with texts.resources.db.transaction() as tx:
        event = IncomingEvent("e1", "text/plain", "done", now)
        accepted = await accept_event(tx, texts.project.id, event)
    await texts.resources.sessions.events.deliver(accepted.conversation_id)
    await texts.work()
    assert texts.said[1:] == ["It has come."]


async def test_silence_is_warned_of_and_then_ends_it(texts: Texting) -> None:
    texts.plays("We open at nine.", "Still here.", "New.")
    await texts.dialogue("When do you open?")
    texts.clock.ahead = timedelta(hours=23)
    await texts.periodic(expiry.EXPIRE)
    texts.clock.ahead = timedelta(hours=24, minutes=1)
    await texts.periodic(expiry.EXPIRE)
    await texts.periodic(expiry.EXPIRE)
    await texts.work()
    assert texts.said[1:] == [words(Notice.WARNING, "en")]
    assert await texts.dialogue("Yes, I am") == ["Still here."]
    texts.clock.ahead = timedelta(hours=49)
    await texts.periodic(expiry.EXPIRE)
    texts.clock.ahead = timedelta(hours=49, minutes=11)
    await texts.periodic(expiry.EXPIRE)
    await texts.work()
    assert texts.said[3:] == [words(Notice.WARNING, "en"), words(Notice.CLOSED, "en")]
    assert [one["end_reason"] for one in await texts.conversations()] == ["timeout"]
    assert await texts.dialogue("Hello again") == ["Hello!\n\nNew."]


async def test_a_chat_of_a_day_is_not_ended_as_other_chats_are(texts: Texting) -> None:
    texts.plays("We open at nine.", "Until six.")
    await texts.dialogue("When do you open?")
    texts.clock.ahead = timedelta(hours=12)
    await texts.periodic("conversations.close_idle")
    assert await texts.dialogue("Until when?") == ["Until six."]
    assert len(await texts.conversations()) == 1


async def test_whatsapp_ends_without_a_word(texts: Texting) -> None:
    """Its window for free words closes when the conversation would be warned of."""
    texts.plays("Hi.")
    await texts.carrier.bring(texts.incoming, f"whatsapp:{USER}", f"whatsapp:{NUMBER}", "Hi")
    await texts.work()
    texts.clock.ahead = timedelta(hours=24, minutes=1)
    await texts.periodic(expiry.EXPIRE)
    await texts.work()
    assert len(texts.said) == 1
    assert [one["end_reason"] for one in await texts.conversations()] == ["timeout"]


async def test_what_is_old_is_forgotten_but_not_that_somebody_said_stop(texts: Texting) -> None:
    await texts.text("stop")
    await texts.text("stop", sender="+447700900124")
    await texts.text("start", sender="+447700900124")
    await texts.work()
    texts.clock.ahead = timedelta(days=31)
    await texts.periodic(expiry.FORGET_OLD)
    assert await texts.rows(incoming=True) == []
    assert (await texts.thread())["user_number"] == USER


def _before_the_turn_is_written(texts: Texting, happens: Any) -> None:
    """Once, when the model has answered a turn of a conversation that runs."""
    sessions = texts.resources.sessions
    respond = Sessions.respond

    async def disturbed(*given: Any, hook: Any = None, **named: Any) -> Any:
        sessions.respond = respond.__get__(sessions)  # type: ignore[method-assign]
        settle = hook.settle

        async def settled() -> None:
            await settle()
            await happens()

        hook.settle = settled
        return await respond(sessions, *given, hook=hook, **named)

    sessions.respond = disturbed  # type: ignore[method-assign]
