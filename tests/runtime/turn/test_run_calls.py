"""How much one has to read to follow a turn: what it calls of ours, and in how many files that is."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Awaitable
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import parley
from parley.agent_host.protocol import Reply
from parley.providers.llm.scripted import Answer, Call, Say
from tests.runtime.turn.stage import Stage, function, project

OURS = str(Path(parley.__file__).parent)
MOST_NAMES, MOST_FILES = 120, 25
"""136 and 26 before turns were made shorter."""
MOST_CALLS, MOST_CALLS_WITH_FUNCTION = 150, 240


async def calls_of(turn: Awaitable[Any]) -> Counter[CodeType]:
    found: Counter[CodeType] = Counter()

    def count(frame: FrameType, event: str, _given: Any) -> None:
        if event == "call" and frame.f_code.co_filename.startswith(OURS):
            found[frame.f_code] += 1

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        await turn
    finally:
        sys.setprofile(before)
    return found


async def test_a_turn_fits_in_a_head() -> None:
    agent = project(functions={"look": function("look")}, rules="Use {{fn:look}}.")
    stage = Stage(agent, parts={"look": Reply(content="It is open.")})
    await stage.open()
    answers = [Answer((Say("Good morning to you."),)), Answer((Call("look", {}),)), Answer((Say("It is open."),))]
    stage.play(answers)
    without, with_function = await calls_of(stage.say("Good morning")), await calls_of(stage.say("Are you open?"))
    assert stage.called == ["look"]
    codes = without.keys() | with_function.keys()
    assert len(codes) <= MOST_NAMES
    assert len({code.co_filename for code in codes}) <= MOST_FILES
    assert without.total() <= MOST_CALLS
    assert with_function.total() <= MOST_CALLS_WITH_FUNCTION
