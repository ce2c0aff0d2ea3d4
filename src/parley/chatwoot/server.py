"""The program: rounds and webhooks, until it is asked to stop."""

from __future__ import annotations

import asyncio
import socket
from dataclasses import dataclass

import httpx

from parley.chatwoot.adapter import Adapter
from parley.chatwoot.api import Chatwoot
from parley.chatwoot.desk_api import DeskClient
from parley.chatwoot.webhooks import Proof, webhook_app
from parley.kit import randomness, tasks
from parley.kit.clock import SystemClock
from parley.kit.tls import authorities
from parley.web.serve import serve, stop_requested


@dataclass(frozen=True, slots=True)
class Joined:
    """A desk and a Chatwoot inbox."""

    desk_url: str
    desk_key: str
    chatwoot_url: str
    chatwoot_token: str
    account: int
    inbox: int
    proof: Proof


async def run_adapter(
    joined: Joined, listener: socket.socket, ops: socket.socket | None = None, stop: asyncio.Event | None = None
) -> None:
    """Raises what breaks its rounds: without them it is of no use, and whoever supervises starts it anew."""
    clock, stop = SystemClock(), stop or stop_requested()
    async with (
        httpx.AsyncClient(verify=authorities(), trust_env=False) as near,
        httpx.AsyncClient(verify=authorities()) as far,
    ):
        desk = DeskClient(near, joined.desk_url, joined.desk_key)
        chatwoot = Chatwoot(far, joined.chatwoot_url, joined.chatwoot_token, joined.account, joined.inbox)
        adapter = Adapter(desk, chatwoot, clock, randomness.fraction)
        running = tasks.start(adapter.run(), "chatwoot adapter")
        running.add_done_callback(lambda _: stop.set())
        await serve(webhook_app(adapter, joined.proof, clock), adapter, [listener], ops, stop)
        if running.done():
            running.result()
        # Whatever was under way is found out by whoever runs next.
        await tasks.cancel(running)
