"""User agents for calls that we place: one for each way of calling and each password.

The stack asks an agent for its password whenever the other side wants one, perhaps long after the call was placed; so
calls with different passwords never share one. Agents cannot be removed from a stack that runs, so the one that was
idle longest gets a new password instead when there are many.
"""

from __future__ import annotations

import secrets
from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass

from parley.telephony.sip.baresip.native import Native
from parley.telephony.sip.ingress.session_timers import EXTENSION
from parley.telephony.sip.protocol import DialRequest

MAX_AGENTS = 64
"""For each way of calling, as long as any of them is idle."""

CODECS = {"pcmu": "pcmu/8000/1", "pcma": "pcma/8000/1", "g722": "g722/16000/1", "opus": "opus/48000/2"}


def account_options(codecs: Iterable[str], *, reliable: bool, expires: int = 0) -> str:
    """`reliable`: takes and sends provisional responses reliably (RFC 3262). Not where we call: the stack breaks down
    when an answer overtakes the acknowledgement of what rang before. `expires`: seconds that a registration
    lasts; 0 for none."""
    known = ",".join(CODECS[name] for name in codecs)
    return f"regint={expires};answermode=manual;dtmfmode=auto;100rel={'yes' if reliable else 'no'};audio_codecs={known}"


@dataclass(slots=True)
class PooledAgent:
    pointer: int
    calls: int = 0

    def call_ended(self) -> None:
        self.calls -= 1


class UserAgentPool:
    def __init__(self, native: Native, codecs: Iterable[str]) -> None:
        self._native = native
        self._options = account_options(codecs, reliable=False)
        self._pools: dict[tuple[bool, bool], OrderedDict[tuple[str, str], PooledAgent]] = {}

    def agent_for(self, request: DialRequest) -> PooledAgent:
        """On the SIP thread. `calls` of the agent must count the call while it lasts. Raises `OSError`."""
        pool = self._pools.setdefault((request.tls, request.srtp), OrderedDict())
        credentials = (request.peer.user, request.peer.password)
        if (agent := pool.get(credentials)) is None:
            agent = self._reuse_idle(pool) or self._create(request)
            self._native.set_credentials(agent.pointer, *credentials)
            pool[credentials] = agent
        pool.move_to_end(credentials)
        return agent

    def _reuse_idle(self, pool: OrderedDict[tuple[str, str], PooledAgent]) -> PooledAgent | None:
        if len(pool) < MAX_AGENTS:
            return None
        idle = next((credentials for credentials, agent in pool.items() if agent.calls == 0), None)
        return pool.pop(idle) if idle else None

    def _create(self, request: DialRequest) -> PooledAgent:
        """Nobody can call it by its name, which is a secret: calls to us go to the agents that take any."""
        transport = "tls" if request.tls else "udp"
        encryption = ";mediaenc=srtp-mand" if request.srtp else ""
        name = secrets.token_hex(8)
        account = f"<sip:{name}@parley.invalid;transport={transport}>;{self._options}{encryption}"
        return PooledAgent(self._native.create_user_agent(account, EXTENSION.encode()))
