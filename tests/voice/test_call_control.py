from __future__ import annotations

from typing import cast

import pytest

from parley.agent_host.protocol import HandoffRequest
from parley.runtime.turn.output import TurnResult
from parley.voice.call_control import TransferFailed, Transferred, WithoutTransfers


class Control:
    def __init__(self) -> None:
        self.done: list[str] = []

    async def hang_up(self, result: TurnResult) -> None:
        self.done.append("hang up")

    async def transfer(self, handoff: HandoffRequest) -> Transferred:
        self.done.append("transfer")
        return Transferred("refer", 202)


async def test_a_call_that_transfers_nobody_can_still_be_hung_up() -> None:
    inner = Control()
    control = WithoutTransfers(inner)
    with pytest.raises(TransferFailed) as failed:
        await control.transfer(HandoffRequest("front desk", "asked for a person", method="refer"))
    assert (failed.value.method, failed.value.code) == ("refer", None)
    await control.hang_up(cast(TurnResult, None))
    assert inner.done == ["hang up"]
