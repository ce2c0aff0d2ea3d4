"""Keywords: the words themselves, and nothing that only contains them."""

from __future__ import annotations

import pytest

from parley.domain.texts.keywords import Keyword, find_keyword


@pytest.mark.parametrize(
    "text", ["STOP", "stop", " Stop. ", "stopall", "Unsubscribe!", "CANCEL", "end", "quit;", "stop\n"]
)
def test_words_that_end_it(text: str) -> None:
    assert find_keyword(text, is_opted_out=False) is Keyword.STOP


@pytest.mark.parametrize("text", ["stop it", "please stop", "stop!!", "stopp", "", ".", "the end", "STOP" + " " * 40])
def test_words_that_do_not(text: str) -> None:
    assert find_keyword(text, is_opted_out=False) is None


def test_start_and_help() -> None:
    assert find_keyword("Unstop", is_opted_out=True) is Keyword.START
    assert find_keyword("start", is_opted_out=False) is Keyword.START
    assert find_keyword("help?", is_opted_out=False) is Keyword.HELP


def test_yes_answers_a_question_unless_the_user_has_said_stop() -> None:
    assert find_keyword("Yes", is_opted_out=False) is None
    assert find_keyword("Yes", is_opted_out=True) is Keyword.START
