"""Dialogues: every language, every wording, any number of turns."""

from __future__ import annotations

from random import Random

import pytest

from parley.cli.seeding.dialogues import make_dialogue
from parley.cli.seeding.wordings import languages, topics


@pytest.mark.slow
def test_every_language_has_topics_and_every_wording_can_be_filled_in() -> None:
    assert all(topics(language.tag) for language in languages())
    turns = [turn for number in range(500) for turn in make_dialogue(Random(number), 12).turns]
    assert not [each for each in turns if "{" in each.user + each.agent]
    assert len({wording for each in turns for wording in each.wordings}) > 200


@pytest.mark.slow
@pytest.mark.parametrize("count", [1, 2, 3, 8, 40])
def test_a_dialogue_has_as_many_turns_as_were_asked_for(count: int) -> None:
    assert {len(make_dialogue(Random(number), count).turns) for number in range(50)} == {count}
