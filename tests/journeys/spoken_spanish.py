"""A booking in Spanish: a caller whose sentences were recorded, and what a model makes of them."""

from __future__ import annotations

import re
from collections.abc import AsyncGenerator, Mapping
from typing import Any

from parley.providers.speech.protocol import Piece
from tests.fake_openai import Body, Reply, call, words
from tests.spanish_speech import load

TABLE = "Buenos días, quisiera reservar una mesa para dos personas mañana por la noche."
PHONE = "Mi número de teléfono es seis uno cinco, dos tres cuatro, siete ocho nueve."
# The second time only if something was not understood: the agent hangs up when it knows everything.
CALLER = (TABLE, PHONE, TABLE, PHONE)
BOOKING = {"people": 2, "day": "mañana", "phone": "615234789"}
PEOPLE = {"dos": 2, "tres": 3, "cuatro": 4}
NUMBERS = {
    "cero": 0,
    "uno": 1,
    "dos": 2,
    "tres": 3,
    "cuatro": 4,
    "cinco": 5,
    "seis": 6,
    "siete": 7,
    "ocho": 8,
    "nueve": 9,
}
ASK_TABLE = "¿Para cuántas personas es la mesa, y para qué día?"
ASK_PHONE = "¿Y en qué número de teléfono podemos localizarle?"


class RecordedCaller:
    """Speaks no other sentences than those that were recorded."""

    def __init__(self) -> None:
        self._clips = {text: samples.tobytes() for text, samples in load()}

    async def synthesize(
        self, text: str, language: str, voice: Mapping[str, Any] | None = None
    ) -> AsyncGenerator[Piece, None]:
        yield self._clips[text]


def numbers(text: str) -> list[int]:
    found = re.findall(r"\d|\b(?:" + "|".join(NUMBERS) + r")\b", text.lower())
    return [int(each) if each.isdigit() else NUMBERS[each] for each in found]


def answer(body: Body) -> Reply:
    known: dict[str, Any] = {}
    for message in body["messages"]:
        if message["role"] != "user":
            continue
        said = str(message["content"]).lower()
        found = numbers(said)
        if len(found) == 9:
            known["phone"] = "".join(map(str, found))
        elif found and "mañana" in said:
            known |= {"people": found[0], "day": "mañana"}
    if "people" not in known:
        return words(ASK_TABLE)
    return call("book", **known) if "phone" in known else words(ASK_PHONE)


def assert_booked(record: dict[str, Any]) -> None:
    heard = [turn["user_input"] for turn in record["turns"]]
    assert record["state"].get("booking") == BOOKING, heard
    said = [turn["agent_response"].strip() for turn in record["turns"]]
    assert said[0].startswith("Bella Vista, buenas noches."), said
    assert said[-1] == "Su mesa está reservada. Adiós.", said
