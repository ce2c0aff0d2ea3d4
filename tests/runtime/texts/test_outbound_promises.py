"""Threads in any order of events, against what everybody was promised: no reply comes twice, none is lost or out of
order, and nothing comes after STOP."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from datetime import timedelta
from itertools import count
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from starlette.responses import Response

from parley.cli.channels.text_carrier import CarriedMessage
from parley.domain.texts.notices import Notice, words
from parley.providers.llm.scripted import Answer, Say, ScriptedModel
from tests.properties import examples
from tests.texting import Texting, texting

pytestmark = pytest.mark.io

MOST, MOST_FAULTS = 30, 2
STEP = timedelta(seconds=20)
NOTICES = {words(notice, "en") for notice in (Notice.STOPPED, Notice.STARTED, Notice.HELP)}
REPLY = re.compile(r"reply (\d+)\.")
_users = count(1)

EVENTS = st.one_of(
    st.just(("text", 0)),
    st.just(("text", 0)),
    st.tuples(st.just("again"), st.integers(0, 5)),
    st.just(("stop", 0)),
    st.just(("start", 0)),
    st.just(("help", 0)),
    st.just(("work", 0)),
    st.just(("work", 0)),
    st.just(("drain", 0)),
    st.tuples(st.just("busy"), st.sampled_from([429, 500])),
    st.just(("lost", 0)),
    st.tuples(st.just("delivered"), st.integers(0, 5)),
    st.tuples(st.just("sent"), st.integers(0, 5)),
    st.just(("later", 0)),
)


@pytest.fixture(name="texts")
async def _texts(dsn: str, tmp_path: Path) -> AsyncIterator[Texting]:
    async with texting(dsn, tmp_path / "data") as found:
        script = [Answer((Say(f"reply {number}."),), rf"message {number}\b", repeat=True) for number in range(MOST)]
        found.make.use_model(ScriptedModel(script))
        yield found


@dataclass(slots=True)
class Model:
    texts: Texting
    user: str
    is_stopped: bool = False
    sent: list[tuple[str, str]] = field(default_factory=list)
    """Everything that the user sent: ids and words."""
    texted: int = 0
    unanswered: set[int] = field(default_factory=set)
    """Messages whose replies have to come."""
    ignored: set[int] = field(default_factory=set)
    """Messages whose replies must not come: the user wanted none."""
    stops: int = 0
    faults: int = 0

    @property
    def carried(self) -> list[CarriedMessage]:
        return [message for message in self.texts.carrier.messages if message.recipient == self.user]

    async def apply(self, name: str, argument: int) -> None:
        match name:
            case "text" if self.texted < MOST:
                (self.ignored if self.is_stopped else self.unanswered).add(self.texted)
                await self._say(f"message {self.texted} ")
                self.texted += 1
            case "again" if self.sent:
                sid, body = self.sent[argument % len(self.sent)]
                assert await self.texts.text(body, sender=self.user, sid=sid) == 200
            case "stop":
                self.stops += not self.is_stopped
                self.is_stopped = True
                # What is not with the carrier yet never will be; what is there already may not be known to be.
                self.unanswered.clear()
                await self._say("STOP")
            case "start":
                self.is_stopped = False
                await self._say("START")
            case "help":
                await self._say("HELP")
            case "work":
                await self.texts.work_once()
            case "drain":
                await self.texts.work()
            # Few enough that no message is given up.
            case "busy" if self.faults < MOST_FAULTS:
                self.faults += 1
                self.texts.faults.before.append(Response(status_code=argument))
            case "lost" if self.faults < MOST_FAULTS:
                self.faults += 1
                self.texts.faults.after.append(Response(status_code=502))
            case "delivered" | "sent" if self.carried:
                message = self.carried[argument % len(self.carried)]
                assert await self.texts.carrier.report(message, name) == 200
            case "later":
                await self.pass_time()

    async def _say(self, body: str) -> None:
        # Slowly enough for the limits, which have tests of their own.
        self.texts.clock.ahead += timedelta(seconds=7)
        sid = f"SM{self.user[1:]}{len(self.sent)}"
        self.sent.append((sid, body))
        assert await self.texts.text(body, sender=self.user, sid=sid) == 200

    async def pass_time(self) -> None:
        self.texts.clock.ahead += STEP
        await self.texts.work(soon=True)

    async def see(self, message: CarriedMessage) -> None:
        """The carrier takes a message, at this moment."""
        if message.recipient == self.user and self.is_stopped:
            assert message.body in NOTICES, "nothing else goes to who has said STOP"

    def check(self) -> None:
        bodies = [message.body for message in self.carried]
        replied = [int(found) for body in bodies for found in REPLY.findall(body)]
        assert replied == sorted(set(replied)), "no reply comes twice, and none before an earlier one"
        assert not set(replied) & self.ignored
        assert self.unanswered <= set(replied), "no reply is lost"
        assert bodies.count(words(Notice.STOPPED, "en")) <= self.stops, "it is confirmed once"


@given(st.lists(EVENTS, min_size=5, max_size=40))
@settings(examples(200), suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
async def test_promises_are_kept_in_any_order_of_events(texts: Texting, events: list[tuple[str, int]]) -> None:
    model = Model(texts, f"+4477009{next(_users):05d}")
    texts.carrier.taken = model.see
    for name, argument in events:
        await model.apply(name, argument)
    texts.faults.before.clear()
    texts.faults.after.clear()
    for _ in range(8):
        await model.pass_time()
    model.check()
