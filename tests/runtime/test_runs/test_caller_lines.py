from __future__ import annotations

import pytest

from parley.runtime.test_runs.caller_lines import CallerLine, parse_line, spoken_words, was_said, word_errors


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("A table for two.", CallerLine("A table for two.")),
        ("[1.5] Wait!", CallerLine("Wait!", interrupts_after=1.5)),
        ("[2]Wait!", CallerLine("Wait!", interrupts_after=2.0)),
        ("[after: 'table for'] No, for five.", CallerLine("No, for five.", after_words="table for")),
        ('[after:"eight o\'clock"] No.', CallerLine("No.", after_words="eight o'clock")),
        ("[after: seven] No.", CallerLine("No.", after_words="seven")),
        ("[soon] Wait!", CallerLine("[soon] Wait!")),
        ("#42#", CallerLine("", keys="42#")),
        ("#hello", CallerLine("#hello")),
    ],
)
def test_lines_are_words_keys_or_interruptions(text: str, line: CallerLine) -> None:
    assert parse_line(text) == line
    assert line.interrupts == (text != line.text and text[1:5] in ("1.5]", "2]Wa", "afte"))


def test_digits_and_their_names_are_the_same_words() -> None:
    assert spoken_words("It's 55, OK?") == spoken_words("its five five ok")


@pytest.mark.parametrize(
    ("wanted", "heard", "is_said"),
    [
        ("table for", "So that is a table for four.", True),
        ("table for", "So that is a tabel for", True),
        ("table for", "So that is a table", False),
        ("at 7", "Is it at seven?", True),
        ("table for", "", False),
    ],
)
def test_words_are_recognised_although_misheard(wanted: str, heard: str, is_said: bool) -> None:
    assert was_said(wanted, heard) is is_said


@pytest.mark.parametrize(
    ("said", "heard", "errors"),
    [
        ("A table for two.", "a table for two", (0, 4)),
        ("A table for two.", "a cable two", (2, 4)),
        ("Yes.", "Yes, of course.", (2, 1)),
        ("", "Yes.", (1, 0)),
        ("555 1234", "five five five one two three four", (0, 7)),
    ],
)
def test_word_errors(said: str, heard: str, errors: tuple[int, int]) -> None:
    assert word_errors(said, heard) == errors
