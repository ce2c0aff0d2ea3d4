"""User agents for calls that we place: one for each way of calling and each password.

The stack asks an agent for its password whenever the other side wants one, perhaps long after the call was placed; so
calls with different passwords never share one. Agents cannot be taken away from a stack that runs, so the one that was
idle longest gets a new password instead when there are many.
"""

from __future__ import annotations

import secrets
from collections import OrderedDict
from dataclasses import dataclass

from parley.telephony.sip.native import Native
from parley.telephony.sip.protocol import DialRequest

MOST = 64
"""Agents for each way of calling, as long as any of them is idle."""

CODECS = "audio_codecs=pcmu/8000/1,pcma/8000/1"
PLAIN = f"regint=0;answermode=manual;dtmfmode=auto;{CODECS}"


@dataclass(slots=True)
class PooledAgent:
    pointer: int
    calls: int = 0

    def leave(self) -> None:
        self.calls -= 1


class UserAgentPool:
    def __init__(self, native: Native) -> None:
        self._native = native
        self._pools: dict[tuple[bool, bool], OrderedDict[tuple[str, str], PooledAgent]] = {}

    def take(self, call: DialRequest) -> PooledAgent:
        """The agent for a call; `calls` of it must count that call while it lasts. Raises `OSError`."""
        pool = self._pools.setdefault((call.tls, call.srtp), OrderedDict())
        known = (call.peer.user, call.peer.password)
        if (agent := pool.get(known)) is None:
            agent = self._spare(pool) or PooledAgent(self._native.agent(self._account(tls=call.tls, srtp=call.srtp)))
            self._native.authenticate(agent.pointer, *known)
            pool[known] = agent
        pool.move_to_end(known)
        return agent

    def _spare(self, pool: OrderedDict[tuple[str, str], PooledAgent]) -> PooledAgent | None:
        if len(pool) < MOST:
            return None
        idle = next((known for known, agent in pool.items() if agent.calls == 0), None)
        return pool.pop(idle) if idle else None

    def _account(self, *, tls: bool, srtp: bool) -> str:
        """Nobody can call it by its name, which is a secret: calls to us go to the agents that take any."""
        transport = "tls" if tls else "udp"
        encryption = ";mediaenc=srtp-mand" if srtp else ""
        return f"<sip:{secrets.token_hex(8)}@parley.invalid;transport={transport}>;{PLAIN}{encryption}"
