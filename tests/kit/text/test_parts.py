from __future__ import annotations

import pytest

from parley.kit.text.parts import split_parts


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("renew my loans", ["renew my loans"]),
        ("renew my loans and reserve a room", ["renew my loans", "reserve a room"]),
        ("Friday. Is there parking?", ["Friday.", "Is there parking?"]),
        ("a table for me and her", ["a table for me her"]),
        ("", [""]),
    ],
)
def test_what_may_be_a_request_of_its_own(text: str, parts: list[str]) -> None:
    assert split_parts(text) == parts
