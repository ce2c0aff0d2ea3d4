from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parley.domain.accounts.model import Family
from parley.domain.accounts.secrets import fingerprint, hint, mint_key, parse_family


@pytest.mark.parametrize("family", Family)
def test_a_minted_key_tells_its_family_and_differs_each_time(family: Family) -> None:
    first, second = mint_key(family), mint_key(family)
    assert parse_family(first) is parse_family(second) is family
    assert first != second
    assert fingerprint(first) != fingerprint(second)


@pytest.mark.slow
@given(st.sampled_from(list(Family)), st.integers(0), st.characters())
def test_a_changed_character_is_noticed(family: Family, position: int, character: str) -> None:
    key = mint_key(family)
    project = position % len(key)
    changed = key[:project] + character + key[project + 1 :]
    assert changed == key or parse_family(changed) is None


@pytest.mark.slow
@given(st.text())
def test_anything_else_is_no_key(text: str) -> None:
    assert parse_family(text) is None


def test_the_hint_shows_two_characters_of_the_secret() -> None:
    key = mint_key(Family.CHAT)
    shown = hint(key)
    assert shown.startswith("pk_chat_…")
    assert len(shown) == len("pk_chat_…") + 2
