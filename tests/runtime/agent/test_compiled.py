"""Pronunciations: what is spoken, not what is written."""

from __future__ import annotations

import pytest

from parley.domain.projects.model import Pronunciation
from parley.runtime.agent.compiled import CompiledProject
from tests.runtime.turn.stage import project

RULES = (
    Pronunciation(r"\bSt\.", "Street"),
    Pronunciation("Street", "Saint"),
    Pronunciation("IT", "I T", case_sensitive=True),
    Pronunciation(r"(\d+)\s?km", r"\1 kilometres", language="en"),
    Pronunciation(r"(\d+)\s?km", r"\1 Kilometer", language="de-DE"),
    Pronunciation("wait", '<break time="1s"/>'),
)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "language", "spoken"),
    [
        ("st. Ives", "en-US", "Saint Ives"),
        ("IT does it", "en-US", "I T does it"),
        ("5 km", "en-GB", "5 kilometres"),
        ("5km", "de-DE", "5 Kilometer"),
        ("5 km", "de-AT", "5 km"),
        ("Please wait", "fr-FR", 'Please <break time="1s"/>'),
    ],
)
async def test_rules_apply_in_their_order_to_their_language(text: str, language: str, spoken: str) -> None:
    assert await CompiledProject(project(pronunciations=RULES)).pronounced(text, language) == spoken
