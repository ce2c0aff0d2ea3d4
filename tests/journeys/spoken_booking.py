"""A booking that is spoken: what the caller says, what a model makes of it, and what must be on the record. Whatever
carries the call."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import pytest

from tests.fake_openai import Body, Reply, call, words

WARM_UPS = 5
PHONE_DIGITS = 7
NAMES = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
NUMBERS = {name: digit for digit, name in enumerate(NAMES)}
DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
TIMES = (
    "We have tables at six, at half past six, at seven, at half past seven, at eight and at half past eight, and on "
    "the terrace there is room until ten o'clock. Which hour would you like?"
)
PHONE = (
    "Thank you. So that we can reach you if anything changes on the day, I would like to note down your telephone "
    "number. Which number is that?"
)
CALLER = (
    "A table for four people on Friday, please.",
    "[after: 'at six'] At seven, please.",
    "[1.5] Okay.",
    "Sorry, there will be five people.",
    "Five, five, five, one, two, three, four.",
    # Said only if something was not understood: the agent hangs up when it knows everything.
    "Five people, on Friday.",
    "At seven, please.",
    "Five, five, five, one, two, three, four.",
)


def numbers(text: str) -> list[int]:
    # What recognisers write for an hour is one number.
    found = re.findall(r"\d|\b(?:" + "|".join(NUMBERS) + r")\b", text.lower().replace(":00", ""))
    return [int(each) if each.isdigit() else NUMBERS[each] for each in found]


def answer(body: Body) -> Reply:
    """What a model would make of it: asks for what is missing, takes corrections, and books when all is there."""
    known: dict[str, Any] = {}
    for message in body["messages"]:
        if message["role"] != "user":
            continue
        said, found = str(message["content"]).lower(), numbers(str(message["content"]))
        if day := next((each for each in DAYS if each in said), None):
            known["day"] = day
        if len(found) == PHONE_DIGITS:
            known["phone"] = "".join(map(str, found))
        elif found and ("table" in said or "people" in said):
            known["people"] = found[0]
        elif len(found) == 1:
            known["hour"] = found[-1]
    if "people" not in known or "day" not in known:
        return words("For how many people, and for which day?")
    if "hour" not in known:
        return words(TIMES)
    if "phone" not in known:
        return words("Five people, then. And your telephone number?" if known["people"] == 5 else PHONE)
    return call("book", **known)


def assert_booked(record: dict[str, Any]) -> None:
    """The right table, and what the caller did not hear is not there."""
    turns = record["turns"]
    heard = [turn["user_input"] for turn in turns]
    assert record["state"].get("booking") == {"people": 5, "day": "friday", "hour": 7, "phone": "5551234"}, heard
    said = [turn["agent_response"].strip() for turn in turns]
    cut = [each for each in said if each and TIMES.startswith(each)]
    assert len(cut) == 1, (heard, said)
    interrupted = cut[0]
    assert len(interrupted) < len(TIMES) - 40, "what was not heard is not on the record"
    assert turns[said.index(interrupted) + 1]["barge_in"], heard
    assert PHONE in said, "nobody stops for an okay"
    assert turns[-1]["agent_response"] == "It is booked. Goodbye."


Hold = Callable[[Sequence[str]], Awaitable[dict[str, Any]]]
"""Holds a call in which these lines are said; its record."""


async def warm_up(hold: Hold, line: str = "Good evening to you.") -> None:
    """Until the agent has heard somebody: models are loaded with the first call, and on a machine that is busy a caller
    is through before that."""
    for _ in range(WARM_UPS):
        if any(turn["user_input"] for turn in (await hold([line]))["turns"]):
            return
    pytest.fail("nobody was ever heard")
