"""What a conversation may do with its call besides speaking. Each carrier implements it in its own way."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from parley.agent_host.protocol import HandoffRequest
from parley.runtime.turn.output import TurnResult
from parley.voice.media_leg import MediaLeg


@dataclass(frozen=True, slots=True)
class Transferred:
    """Somebody else has the caller. `code` is that side's answer; None when nobody was asked."""

    method: str
    code: int | None
    other: MediaLeg | None = None
    """A second leg that is still to be bridged with the caller's."""


class TransferFailed(Exception):
    """The caller is still ours."""

    def __init__(self, method: str, code: int | None, reason: str) -> None:
        super().__init__(reason)
        self.method = method
        self.code = code
        self.reason = reason


class CallControl(Protocol):
    async def hang_up(self, result: TurnResult) -> None:
        """Ends the call after the turn that ended the conversation."""

    async def transfer(self, handoff: HandoffRequest) -> Transferred:
        """Returns when somebody else has the caller, or is there to be bridged. Raises `TransferFailed`."""


class WithoutTransfers:
    """Of a connector whose agent keeps its callers: it is told that a transfer failed, and goes on talking."""

    def __init__(self, control: CallControl) -> None:
        self._control = control

    async def hang_up(self, result: TurnResult) -> None:
        await self._control.hang_up(result)

    async def transfer(self, handoff: HandoffRequest) -> Transferred:
        raise TransferFailed(handoff.method or "handoff", None, "the connector transfers nobody")


def transfer_metrics(status: str, method: str, code: int | None) -> list[tuple[str, str]]:
    metrics = [("TRANSFER_STATUS", status), ("TRANSFER_METHOD", method)]
    return metrics if code is None else [*metrics, ("TRANSFER_SIP_CODE", str(code))]
