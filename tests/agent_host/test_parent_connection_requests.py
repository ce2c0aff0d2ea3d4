"""Questions of running functions are checked before anyone acts on them: the code behind them is not ours."""

from __future__ import annotations

from typing import Any

import pytest

from parley.agent_host.answering import consult
from parley.agent_host.messages import Ask
from parley.agent_host.protocol import HostServiceError
from tests.agent_host.conftest import Wings


class Expecting(Wings):
    def __init__(self) -> None:
        self.expected: list[tuple[str, bool]] = []

    async def expect_event(self, event_id: str, send_to_llm: bool) -> None:
        self.expected.append((event_id, send_to_llm))


async def test_an_event_can_be_expected() -> None:
    wings = Expecting()
    for wakes in (True, False, "yes", None):
        await consult(Ask(1, 1, "external_event", {"id": "0" * 32, "send_to_llm": wakes}), wings)
    assert wings.expected == [("0" * 32, True), *[("0" * 32, False)] * 3]


@pytest.mark.parametrize("wrong", [None, 1, "", "0" * 31, "0" * 33, "G" * 32, "0" * 32 + "\n", "\x00" * 32])
async def test_an_event_has_an_id_of_the_right_form(wrong: Any) -> None:
    wings = Expecting()
    with pytest.raises(HostServiceError):
        await consult(Ask(1, 1, "external_event", {"id": wrong}), wings)
    assert wings.expected == []


async def test_there_is_nothing_else_to_ask_for() -> None:
    with pytest.raises(HostServiceError):
        await consult(Ask(1, 1, "shell", {}), Wings())
