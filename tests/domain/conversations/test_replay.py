from __future__ import annotations

from typing import Any

import pytest

from parley.domain.conversations.replay import Answer, Difference, PlayedTurn, ReplayedTurn, played_turns


def row(number: int, said: str | None, response: str, **more: Any) -> dict[str, Any]:
    trace = {"functions": [{"name": "book", "arguments": {"size": 4}, "error": None}], "out_flow": "f", "out_step": "s"}
    plain = {"dtmf": "", "barge_in": False, "trace": trace}
    return {"number": number, "said": said, "agent_response": response, **plain, **more}


def test_what_is_known_of_the_end_belongs_to_the_last_turn() -> None:
    first, second = played_turns([row(0, None, "Hello"), row(1, "Hi", "Bye", barge_in=True)], "desk", True)
    assert (first.before.handoff, first.before.ended, first.was_cut) == (None, False, True)
    assert (second.before.handoff, second.before.ended, second.was_cut) == ("desk", True, False)
    assert [each.name for each in second.before.functions] == ["book"]
    assert (second.before.flow, second.before.step) == ("f", "s")


@pytest.mark.parametrize(
    ("after", "differences"),
    [
        (Answer("Six  o'clock."), []),
        (Answer("Seven o'clock."), [Difference.WORDS]),
        (Answer("Six o'clock.", flow="booking"), [Difference.PLACE]),
        (Answer("Six o'clock.", handoff="desk", ended=True), [Difference.HANDOFF, Difference.END]),
        (None, []),
    ],
)
def test_what_differs(after: Answer | None, differences: list[Difference]) -> None:
    assert list(ReplayedTurn(PlayedTurn(1, "When?", Answer("Six o'clock.")), after).differences) == differences


def test_an_interrupted_answer_is_compared_as_far_as_it_was_heard() -> None:
    cut = PlayedTurn(1, "When?", Answer("We open at"), was_cut=True)
    assert ReplayedTurn(cut, Answer("We open at six.")).differences == ()
    assert ReplayedTurn(cut, Answer("We close at six.")).differences == (Difference.WORDS,)


def test_functions_differ_by_their_arguments() -> None:
    [turn] = played_turns([row(0, None, "")], None, False)
    [other] = played_turns(
        [row(0, None, "", trace={"functions": [{"name": "book", "arguments": {"size": 2}}]})], None, False
    )
    assert Difference.FUNCTIONS in ReplayedTurn(turn, other.before).differences
    assert ReplayedTurn(turn, turn.before).differences == ()


def test_it_is_known_what_was_hidden() -> None:
    assert PlayedTurn(1, "****", Answer("")).is_redacted
    assert not PlayedTurn(1, None, Answer("")).is_redacted
