"""The dialogues that the examples promise, held over HTTP with no model but the built-in responder."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.journeys.installation import EXAMPLES, Agent, Heard, Installation, Talk

pytestmark = pytest.mark.io

DIALOGUES = Path(__file__).parents[1] / "examples"
NAMES = ("restaurant", "field_service")


def dialogues() -> list[Any]:
    read = {name: yaml.safe_load((DIALOGUES / f"{name}_dialogues.yaml").read_text()) for name in NAMES}
    return [pytest.param(name, d, id=f"{name}: {d['name']}") for name in NAMES for d in read[name]]


@pytest.fixture(scope="module")
async def examples(installation: Installation) -> dict[str, Agent]:
    return {name: await installation.agent(EXAMPLES / name) for name in NAMES}


@pytest.mark.parametrize(("name", "dialogue"), dialogues())
async def test_dialogue(examples: dict[str, Agent], name: str, dialogue: Mapping[str, Any]) -> None:
    agent = examples[name]
    await agent.renew()
    given = {"variant_id": dialogue.get("variant"), "integration_attributes": dialogue.get("integration_attributes")}
    talk = await agent.open(**{key: value for key, value in given.items() if value is not None})
    problems = await unmet("opening", dialogue.get("opening", {}), Heard(talk.opening, False), talk)
    for part in dialogue["turns"]:
        heard = await talk.say(part["user"])
        problems += await unmet(part["user"], part.get("expect", {}), heard, talk)
        if heard.ends:
            break
    assert problems == []


async def unmet(said: str, expected: Mapping[str, Any], heard: Heard, talk: Talk) -> list[str]:
    """What of the expectations for one answer does not hold, each in one line."""
    problems = []
    if "says" in expected and not re.search(str(expected["says"]), heard.text, re.IGNORECASE | re.DOTALL):
        problems.append(f"words like {expected['says']!r}")
    if "not_says" in expected and re.search(str(expected["not_says"]), heard.text, re.IGNORECASE | re.DOTALL):
        problems.append(f"no words like {expected['not_says']!r}")
    if "calls" in expected and expected["calls"] not in (called := await talk.called()):
        problems.append(f"a call of {expected['calls']}, got {called}")
    state = await talk.state() if "state" in expected else {}
    for key, value in expected.get("state", {}).items():
        if state.get(key) != value:
            problems.append(f"state {key} = {value!r}, got {state.get(key)!r}")
    if expected.get("ends", heard.ends) != heard.ends:
        problems.append(f"ends = {expected['ends']}")
    destination = heard.handoff["destination"] if heard.handoff else None
    if expected.get("handoff", destination) != destination:
        problems.append(f"a handoff to {expected['handoff']}, got {destination}")
    return [f"{said!r} → {heard.text!r}: wanted {problem}" for problem in problems]
