"""Choosing cases by words of their names and tags."""

from __future__ import annotations

import pytest

from parley.runtime.test_runs.selection import ExpressionRefused, chooser

CASES = {
    "Book a table": ("booking", "smoke"),
    "Booking in Spanish": ("booking", "spanish"),
    "Large party": (),
    "And now": ("odd",),
}


@pytest.mark.parametrize(
    ("expression", "chosen"),
    [
        ("booking", ["Book a table", "Booking in Spanish"]),
        ("BOOK A TABLE", ["Book a table"]),
        ("booking and not spanish", ["Book a table"]),
        ("smoke or party", ["Book a table", "Large party"]),
        ("not (smoke or party) and book", ["Booking in Spanish"]),
        ("not booking and not odd", ["Large party"]),
        ("'and now'", ["And now"]),
        ('not "a"', []),
        ("not not smoke", ["Book a table"]),
        ("smoke or party and nothing", ["Book a table"]),
    ],
)
def test_cases_are_chosen(expression: str, chosen: list[str]) -> None:
    chooses = chooser(expression)
    assert [name for name, tags in CASES.items() if chooses(name, tags)] == chosen


@pytest.mark.parametrize(
    ("expression", "complaint"),
    [
        ("", "A name or a tag is missing in ''."),
        ("a and", "A name or a tag is missing in 'a and'."),
        ("(a or b", "A ')' is missing in '(a or b'."),
        ("a)", "'and' or 'or' is missing before ')' in 'a)'."),
        ("a not b", "'and' or 'or' is missing before 'not' in 'a not b'."),
        ("'a", 'A quotation mark is missing in "\'a".'),
    ],
)
def test_what_is_no_expression_is_refused(expression: str, complaint: str) -> None:
    with pytest.raises(ExpressionRefused) as refused:
        chooser(expression)
    assert str(refused.value) == complaint
