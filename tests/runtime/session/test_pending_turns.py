"""Turns that are begun before it is known that they are turns: what was thrown away cannot be seen anywhere."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncGenerator
from typing import Any
from uuid import UUID

import pytest
from prometheus_client import REGISTRY

from parley.domain.conversations.model import ConversationRef
from parley.domain.projects.info import ProjectInfo
from parley.providers.llm.protocol import Piece, Request, Text, ToolCall
from parley.runtime.session.opening import ConversationStart
from parley.runtime.session.pending_turns import ForeseenTurn, PendingTurn, TurnWithdrawn
from parley.runtime.session.sessions import Sessions
from parley.runtime.turn.output import Event, Speech
from tests.make import Make
from tests.waiting import until

pytestmark = pytest.mark.io

FILES = {
    "voice/configuration.yaml": "greeting:\n  welcome_message: Hello.\n",
    "agent_settings/rules.txt": "Call {{fn:note}}.\n",
    "functions/note.py": (
        "def note(conv, words: str):\n"
        "    conv.state.noted = (conv.state.noted or []) + [words]\n"
        "    conv.write_metric('noted', len(conv.state.noted))\n"
        "    return {'content': 'noted'}\n"
    ),
}
TIMES = ("at", "started_at")


class Noting:
    """Has everything noted that somebody says, unless they say hush; then repeats it. Waits at the gate before the
    first word."""

    def __init__(self) -> None:
        self.asked = 0
        self.given_up = 0
        self.gate = asyncio.Event()
        self.gate.set()

    async def stream(self, request: Request) -> AsyncGenerator[Piece, None]:
        self.asked += 1
        try:
            await self.gate.wait()
        except asyncio.CancelledError:
            self.given_up += 1
            raise
        last = request.messages[-1]
        said = next(each.content for each in reversed(request.messages) if each.role == "user")
        if last.role == "tool" or "hush" in said:
            yield Text(f"You said {said}.")
        else:
            yield ToolCall(f"call-{len(request.messages)}", "note", f'{{"words": "{said}"}}')


class Talk:
    def __init__(self, make: Make, project: ProjectInfo, conversation: UUID, public: str, model: Noting) -> None:
        self.make = make
        self.public = public
        self.project = project
        self.id = conversation
        self.model = model
        self.heard: list[str] = []

    @property
    def sessions(self) -> Sessions:
        return self.make.resources.sessions

    async def listen(self, event: Event) -> None:
        if isinstance(event, Speech):
            self.heard.append(event.text)

    async def foresee(self, text: str) -> ForeseenTurn:
        asked = self.model.asked
        turn = self.sessions.foresee(self.project, "live", self.id, text)

        async def is_under_way() -> bool:
            return self.model.asked > asked

        await until(is_under_way)
        return turn

    async def respond(self, text: str, foreseen: ForeseenTurn | None = None) -> str:
        pending = PendingTurn(foreseen)
        result = await self.sessions.respond(self.project, "live", self.id, text, listener=self.listen, pending=pending)
        return result.reply

    async def rows(self) -> dict[str, Any]:
        """All that is written of the conversation, without its id, times and durations."""
        db = self.make.resources.db
        turns = await db.fetch(
            "select number, user_input, agent_response, is_silence, entities, metrics, trace from turns "
            "where conversation_id = $1 order by number",
            self.id,
        )
        live = await db.fetch("select turns, ended, dialog from live_conversations where id = $1", self.id)
        states = [{**row, "dialog": row["dialog"].replace(self.public.encode(), b"id")} for row in live]
        return {"turns": [_timeless(dict(row)) for row in turns], "live": states}


def _timeless(found: Any) -> Any:
    if isinstance(found, dict):
        return {key: _timeless(each) for key, each in found.items() if not key.endswith("_ms") and key not in TIMES}
    return [_timeless(each) for each in found] if isinstance(found, list) else found


async def talk(make: Make) -> Talk:
    model = Noting()
    make.use_model(model)
    project = await make.project()
    await make.deploy(project, FILES)
    start = ConversationStart("live", "VOICE-SIP", "sip.polyai", prefix="CA")
    result = await make.resources.sessions.open(project, start)
    (row,) = await make.resources.db.fetch("select id from conversations where public_id = $1", result.conversation_id)
    return Talk(make, project, row["id"], result.conversation_id, model)


def counted(result: str) -> float:
    return REGISTRY.get_sample_value("parley_foreseen_turns_total", {"result": result}) or 0.0


async def test_what_was_foreseen_is_used_at_once(make: Make) -> None:
    one, kept = await talk(make), counted("kept")
    foreseen = await one.foresee("hush now")
    assert await one.respond("hush now", foreseen) == "You said hush now."
    assert "".join(one.heard) == "You said hush now."
    assert one.model.asked == 1
    assert counted("kept") == kept + 1


async def test_functions_wait_until_it_counts(make: Make) -> None:
    one = await talk(make)
    foreseen = await one.foresee("a table")
    await asyncio.sleep(0)
    before = await one.rows()
    assert len(before["turns"]) == 1
    assert not foreseen.commitment.is_final
    assert await one.respond("a table", foreseen) == "You said a table."
    assert foreseen.commitment.is_final
    assert (await one.rows())["turns"][1]["metrics"] == [["noted", 1]]


async def test_what_was_thrown_away_is_nowhere(make: Make) -> None:
    one, lost = await talk(make), counted("thrown_away")
    one.model.gate.clear()
    before = await one.rows()
    foreseen = await one.foresee("a table")
    assert foreseen.withdraw()

    async def is_given_up() -> bool:
        return one.model.given_up == 1

    await until(is_given_up)
    assert await one.rows() == before
    (row,) = await make.resources.db.fetch("select lease from live_conversations where id = $1", one.id)
    assert row["lease"] is None
    assert counted("thrown_away") == lost + 1
    one.model.gate.set()
    assert await one.respond("hush") == "You said hush."


async def test_other_words_are_another_turn(make: Make) -> None:
    one = await talk(make)
    foreseen = await one.foresee("hush a table")
    assert await one.respond("hush a table for two", foreseen) == "You said hush a table for two."
    assert "".join(one.heard) == "You said hush a table for two."
    assert foreseen.commitment.is_withdrawn


async def test_what_has_changed_since_makes_it_worthless(make: Make) -> None:
    one = await talk(make)
    foreseen = await one.foresee("hush")
    await one.sessions.cut_reply(one.project, one.id, "Hel")
    assert await one.respond("hush", foreseen) == "You said hush."
    assert foreseen.commitment.is_withdrawn
    assert one.model.asked == 2


async def test_a_turn_is_withdrawn_as_long_as_no_function_ran(make: Make) -> None:
    one = await talk(make)
    await one.respond("hush")  # the lease is kept from here on
    before = await one.rows()
    one.model.gate.clear()
    pending = PendingTurn()
    asked = asyncio.create_task(
        one.sessions.respond(one.project, "live", one.id, "a table", listener=one.listen, pending=pending)
    )

    async def is_asked() -> bool:
        return one.model.asked == 2

    await until(is_asked)
    assert pending.withdraw()
    with pytest.raises(TurnWithdrawn):
        await asked
    assert await one.rows() == before
    assert make.resources.dependencies.leases.peek(ConversationRef(one.id)) is not None
    one.model.gate.set()
    assert await one.respond("a table for two") == "You said a table for two."
    late = PendingTurn()
    await one.sessions.respond(one.project, "live", one.id, "hush", pending=late)
    assert not late.withdraw()


async def test_one_that_was_foreseen_is_withdrawn_before_its_words_are_heard(make: Make) -> None:
    one = await talk(make)
    foreseen = await one.foresee("hush")
    assert foreseen.task is not None
    await asyncio.wait([foreseen.task])
    before, pending = await one.rows(), PendingTurn(foreseen)

    async def listen(_event: Event) -> None:
        """As one who waits before the first word."""
        assert pending.withdraw()
        assert pending.is_withdrawn
        raise TurnWithdrawn

    with pytest.raises(TurnWithdrawn):
        await one.sessions.respond(one.project, "live", one.id, "hush", listener=listen, pending=pending)
    assert await one.rows() == before
    assert await one.respond("a table") == "You said a table."
    assert "".join(one.heard) == "You said a table."


@pytest.mark.parametrize("seed", range(6))
async def test_a_conversation_writes_the_same_whatever_was_foreseen(make: Make, seed: int) -> None:
    chance = random.Random(seed)
    inputs = [chance.choice(["hush", "a table", "for two", "hush again"]) for _ in range(4)]
    plain = await talk(make)
    for text in inputs:
        await plain.respond(text)
    early = await talk(make)
    for text in inputs:
        for _ in range(chance.randrange(3)):
            (await early.foresee(chance.choice([text, "something else"]))).withdraw()
        foreseen = await early.foresee(chance.choice([text, text, "something else"])) if chance.random() < 0.8 else None
        await early.respond(text, foreseen)
    assert "".join(plain.heard) == "".join(early.heard)
    assert await plain.rows() == await early.rows()
