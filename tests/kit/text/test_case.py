from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from parley.kit.text.case import lower_case


@given(st.text())
def test_every_character_keeps_its_place(text: str) -> None:
    assert len(lower_case(text)) == len(text)


def test_lower_case() -> None:
    assert lower_case("İT’S ON Friday") == "it's on friday"
