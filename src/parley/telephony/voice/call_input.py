"""Listens to a call: the rules of `hearing`, with a real call and a real clock."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from parley.telephony.sip.protocol import CallEnded, SipCall
from parley.telephony.voice.listen_settings import ListenSettings
from parley.telephony.voice.turn_taking import (
    AgentFinished,
    AgentSpeaks,
    CallerTurn,
    Digit,
    Event,
    Expect,
    Interrupt,
    State,
    TimePassed,
    step,
)


class Ear:
    """One for each call, for as long as it lasts: keys that are pressed while the agent thinks are not lost. Calls
    `interrupt` when the caller wants the agent to stop speaking."""

    def __init__(self, call: SipCall, interrupt: Callable[[], object]) -> None:
        self._call = call
        self._interrupt = interrupt
        self._loop = asyncio.get_running_loop()
        self._state = State()
        self._timer: asyncio.TimerHandle | None = None
        self._is_closed = False
        self._heard: asyncio.Queue[CallerTurn] = asyncio.Queue()
        call.on_digit(lambda key: self._happened(Digit(key)))

    def agent_speaks(self) -> None:
        """Words are on the way to the caller."""
        self._happened(AgentSpeaks())

    def expect(self, listening: ListenSettings) -> None:
        """The agent has nothing to add. Once it is silent, it is the caller's turn."""
        self._happened(Expect(listening))

    def agent_finished(self) -> None:
        """All of its words were heard."""
        self._happened(AgentFinished())

    async def heard(self) -> CallerTurn:
        """Waits for what the caller does. Raises `CallGone` when the call ends before."""
        ended = asyncio.ensure_future(self._call.wait_ended())
        heard = asyncio.ensure_future(self._heard.get())
        try:
            await asyncio.wait((ended, heard), return_when=asyncio.FIRST_COMPLETED)
            if heard.done():
                return heard.result()
            raise CallEnded
        finally:
            ended.cancel()
            heard.cancel()

    def close(self) -> None:
        self._is_closed = True
        self._stop_timer()

    def _happened(self, event: Event) -> None:
        if self._is_closed:
            return
        self._state, outputs = step(self._state, event, self._loop.time())
        self._stop_timer()
        if self._state.deadline is not None:
            self._timer = self._loop.call_at(self._state.deadline, self._happened, TimePassed())
        for output in outputs:
            match output:
                case Interrupt():
                    self._interrupt()
                case CallerTurn():
                    self._heard.put_nowait(output)

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
