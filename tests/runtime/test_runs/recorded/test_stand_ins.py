"""Whose numbers are replaced, and that the same stays the same."""

from __future__ import annotations

from parley.runtime.test_runs.recorded.stand_ins import CARD, StandIns


def test_the_same_gets_the_same() -> None:
    stand_ins = StandIns()
    assert stand_ins.caller("+49 151 23456789") == "+12025550100"
    assert stand_ins.text("Call +49 151 23456789 or 020 7946 0958!") == "Call +12025550100 or +12025550101!"
    assert stand_ins.value({"to": ["+4915123456789"], "number": 4915123456789}) == {
        "to": ["+12025550100"],
        "number": 12025550100,
    }
    assert stand_ins.text("Mail Max@Firma.de, max@firma.de or eva@x.org") == (
        "Mail user1@example.com, user1@example.com or user2@example.com"
    )
    assert stand_ins.text("4242 4242 4242 4242") == CARD
    assert stand_ins.caller("+44 7911 123456") == "+442079460002"


def test_what_was_hidden_gets_one_too() -> None:
    assert StandIns().text("It is [phone], [email], [card].") == f"It is +12025550100, user1@example.com, {CARD}."


def test_what_stands_in_is_not_replaced_again_and_the_rest_stays() -> None:
    stand_ins = StandIns()
    once = stand_ins.text("+4915123456789")
    assert stand_ins.text(once) == once
    kept = {"people": 4, "vip": True, "total": 1.5, "none": None, "words": "Ada, Friday at 7:30"}
    assert stand_ins.value(kept) == kept
    assert stand_ins.caller("anonymous") == "anonymous"
