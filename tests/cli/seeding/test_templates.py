"""Templates: the same chance makes the same one, and copies know where to differ."""

from __future__ import annotations

from datetime import timedelta
from random import Random

import pytest

from parley.cli.seeding.dialogues import REFERENCE
from parley.cli.seeding.templates import ID, START, make_template, split_text


@pytest.mark.slow
def test_the_same_source_of_chance_makes_the_same_make_template() -> None:
    made = [make_template(Random(5), ("a", "p"), "live", 8) for _ in range(2)]
    assert made[0] == made[1]
    assert made[0] != make_template(Random(6), ("a", "p"), "live", 8)


def test_a_text_is_cut_where_copies_differ() -> None:
    moment = (START + timedelta(seconds=61)).strftime("%Y-%m-%dT%H:%M:%S.250Z")
    cut = split_text(f'"id":"OUT-{ID}","at":"{moment}","text":"it is {REFERENCE}"')
    assert [(part.text, part.slot) for part in cut] == [
        ('"id":"', "id"),
        ('","at":"', "moment"),
        ('","text":"it is ', "reference"),
        ('"', ""),
    ]
    assert cut[1].after == timedelta(seconds=61.25)
