"""Our end of the process of a simulated caller."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from dataclasses import asdict, dataclass

from parley.kit.child_process import ChildProcess
from parley.runtime.test_runs.caller_lines import CallerLine
from parley.telephony.simulation.plan import CallPlan, report_from_json
from parley.voice.simulation.caller_report import SpokenLine

MODULE = "parley.telephony.simulation.caller_process"

NextLine = Callable[[], Awaitable[CallerLine | None]]
"""None: the caller has nothing more to say."""


class CallFailed(Exception):
    """The call was not answered, or the caller's process broke down."""


@dataclass(frozen=True, slots=True)
class HeldCall:
    lines: list[SpokenLine]
    began_at: float
    """When its seconds begin, by the monotonic clock of the machine."""


async def call_from_process(plan: CallPlan, next_line: NextLine, began: Callable[[int], None]) -> HeldCall:
    """Holds a call; `began` hears the number of each line when its first word is spoken. Returns when the call is over.
    Raises `CallFailed`."""
    child = await ChildProcess.start(MODULE)
    try:
        _tell(child, **plan.to_json())
        while told := await child.reader.readline():
            message = json.loads(told)
            if "ready" in message:
                line = await next_line()
                _tell(child, **({"line": asdict(line)} if line else {"end": True}))
            elif "began" in message:
                began(message["began"])
            elif "failed" in message:
                raise CallFailed(message["failed"])
            else:
                return HeldCall(report_from_json(message["report"]), message["began_at"])
        raise CallFailed("the caller's process broke down")
    except ConnectionError as error:
        raise CallFailed("the caller's process broke down") from error
    finally:
        await child.kill()


def _tell(child: ChildProcess, **message: object) -> None:
    child.writer.write(json.dumps(message).encode() + b"\n")
