"""Whatever is said, at whatever length: an answer in bounded time."""

from __future__ import annotations

import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from parley.local_responder import bounds
from parley.local_responder.context import DialogContext
from parley.local_responder.policy.decision import decide_reply
from parley.providers.llm.protocol import Choice, Message, Request, Situation, Slot, Tool, ToolCall
from tests.local_responder.situations import NOW, TEXT, passage, tool

LONGEST = 20_000
"""Characters of a message."""
SECONDS = 1.0
"""Of CPU time. The slowest of these takes a tenth of it on an idle machine; before, minutes were not enough."""
NASTY = {
    "spaces": "a" + " " * 40, "digits": "7", "digits apart": "7 ", "a word": "word ", "a letter": "a", "dots": ".",
    "dashes": "-", "code": "a-", "address": "a.b@c ", "names": "my name is ", "dates": "12/05/2024 ",
    "years": "nineteen ", "numbers": "twenty ", "lead-ins": "um ", "mixed": "ẞİﬁ漢字ก ", "han": "漢", "quotes": '"',
    "lines": "- if a, call b\n",
}  # fmt: skip
KINDS = ("date", "time", "phone_number", "name", "alphanumeric", "enum", "address", "free_text", "numeric")
SLOTS = tuple(Slot(kind, f"the {kind}", kind, {"options": ["red wine", "blue cheese"]}) for kind in KINDS)
BOOK = tool(
    "book", "Books a table", date=TEXT, time=TEXT, email=TEXT, phone=TEXT, full_name=TEXT, reference=TEXT, reason=TEXT
)
RULES = "You are an agent.\n- If the user wants to book a table, call book."


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """Ends what takes longer: on the code before, some of this would not have ended at all."""

    def late(*_: object) -> None:
        raise AssertionError(f"took more than {seconds} s of CPU time")

    before = signal.signal(signal.SIGPROF, late)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def requests(text: str) -> Iterator[Request]:
    asked = "What date would you like?"
    said = (Message("system", RULES), Message("assistant", asked), Message("user", text))
    step = "Ask for the date, then call book. If the user refuses, say goodbye."
    yield Request(said, [BOOK], situation=Situation(user_text=text, last_agent_text=asked, now=NOW))
    yield Request(said, [BOOK], situation=Situation(user_text=text, last_agent_text=asked, step_prompt=step, now=NOW))
    collecting = Situation(
        user_text=text, last_agent_text=asked, slots=SLOTS, choices=(Choice("no", "the user refuses"),), now=NOW
    )
    yield Request(said, [BOOK], situation=collecting)
    written = Situation(
        user_text="i want to book", step_prompt=text, last_agent_text=text, passages=(passage(text, text),), now=NOW
    )
    nasty = Tool("x", text, {"type": "object", "properties": {"q": {"type": "string", "description": text}}})
    yield Request((Message("system", text), Message("user", "i want to book")), [BOOK, nasty], situation=written)
    called = Message("assistant", "", (ToolCall("1", "book", "{}"),))
    yield Request(
        (*said[:2], Message("user", "book"), called, Message("tool", text, tool_call_id="1")),
        [BOOK],
        situation=Situation(user_text="book", tool_result=text, now=NOW),
    )


@pytest.mark.slow
@pytest.mark.parametrize("name", NASTY)
@pytest.mark.parametrize("size", [60, LONGEST])
def test_no_text_takes_long(name: str, size: int) -> None:
    text = (NASTY[name] * size)[:size]
    for request in requests(text):
        with within(SECONDS):
            decide_reply(DialogContext.from_request(request))


@pytest.mark.slow
def test_a_hundred_times_the_words_take_no_hundred_times_as_long() -> None:
    def seconds(size: int) -> float:
        text = ("the quick brown fox wants a table for two " * size)[:size]
        began = time.process_time()
        for request in requests(text):
            decide_reply(DialogContext.from_request(request))
        return time.process_time() - began

    seconds(200)  # patterns are compiled with their first use
    short, long = (min(seconds(size) for _ in range(3)) for size in (200, LONGEST))
    assert long < 60 * short


def test_the_beginning_and_the_end_of_a_speech_are_heard() -> None:
    speech = "I want to book a table. " + "And so on. " * 2000 + "My name is Ann Lee."
    heard = bounds.bound_utterance(speech)
    assert heard.startswith("I want to book")
    assert heard.endswith("My name is Ann Lee.")
    assert len(heard) <= bounds.UTTERANCE_HEAD + bounds.UTTERANCE_TAIL + 1
    assert bounds.bound_utterance(heard) == heard


def test_what_people_say_is_heard_as_it_is() -> None:
    for said in ("Well... I don't know!!!", "it's a_b-c.d@example.com, OK?", "10:30 - 11:45", "漢字" * 50):
        assert bounds.bound_utterance(said) == said
