"""Loops that nothing leaves, functions that always raise."""

from __future__ import annotations

from collections.abc import Callable

import pytest

FoundIn = Callable[[str], list[str]]

ENDLESS = "2 nothing leaves this loop: whoever calls it runs into the time limit"
WRONG = {
    "while True:\n        conv.state.n = 1": ENDLESS,
    "while 1:\n        lambda: (yield)": ENDLESS,
    "raise ValueError(conv)": "2 every call of 'f' raises here",
}
RIGHT = (
    "while conv.state.x:\n        pass",
    "while True:\n        break",
    "while True:\n        if conv.state.x:\n            return ''",
    "while True:\n        raise ValueError",
    "while True:\n        exit()",
    "try:\n        while True:\n            next(conv)\n    except StopIteration:\n        pass",
    "if conv.state.x:\n        return ''\n    raise ValueError",
    "if conv.state.x:\n        raise ValueError",
)


@pytest.mark.parametrize(("body", "message"), WRONG.items())
def test_what_never_ends_well_is_found(found_in: FoundIn, body: str, message: str) -> None:
    assert found_in(f"def f(conv):\n    {body}\n") == [message]


@pytest.mark.slow
@pytest.mark.parametrize("body", RIGHT)
def test_what_may_end_well_is_right(found_in: FoundIn, body: str) -> None:
    assert found_in(f"def f(conv):\n    {body}\n") == []
