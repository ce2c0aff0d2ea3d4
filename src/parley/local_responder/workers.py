"""The responders of a serving process: few child processes, shared by all tenants, started when they are needed.

A thread would not do: one regular expression holds the interpreter until it is done, and everybody waits.
"""

from __future__ import annotations

import asyncio
import json
import os
import pickle
import socket
import subprocess
import sys
from collections.abc import Callable, Sequence
from typing import Any

from parley.kit.log import logger
from parley.local_responder import wire
from parley.providers.llm.protocol import ModelError, Request

log = logger(__name__)

MODULE = "parley.local_responder.responder"
MOST = 2
SECONDS = 5.0
"""For one decision, whatever else the machine does; its CPU time is bounded more tightly by the responder itself."""
START_SECONDS = 30.0
NEEDED = ("PATH", "PYTHONPATH", "PYTHONHOME", "LD_LIBRARY_PATH", "LANG", "LC_ALL", "TZ")
"""Of our environment. It has no use for the rest, which holds passwords."""

Embed = Callable[[Sequence[str]], Sequence[Sequence[float]]]
Answer = dict[str, Any]


class ResponderLost(ModelError):
    """The local responder took too long or ended, and was replaced."""


class Responder:
    def __init__(self, process: subprocess.Popen[bytes], reader: asyncio.StreamReader, writer: asyncio.StreamWriter):
        self._process = process
        self._reader = reader
        self._writer = writer

    @classmethod
    async def start(cls, module: str, embeds: bool) -> Responder:
        ours, theirs = socket.socketpair()
        command = [sys.executable, "-m", module, str(theirs.fileno()), "embeds" if embeds else "plain"]
        environment = {name: os.environ[name] for name in NEEDED if name in os.environ}
        try:
            process = await asyncio.to_thread(
                subprocess.Popen,
                command,
                pass_fds=(theirs.fileno(),),
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                start_new_session=True,
            )
        except OSError as error:
            ours.close()
            raise ModelError(f"the local responder could not be started: {error.strerror}") from None
        finally:
            theirs.close()
        responder = cls(process, *await asyncio.open_connection(sock=ours))
        try:
            async with asyncio.timeout(START_SECONDS):
                await responder._receive()
        except (TimeoutError, OSError, asyncio.IncompleteReadError):
            await responder.kill()
            raise ModelError("the local responder did not start") from None
        except asyncio.CancelledError:
            await responder.kill()
            raise
        return responder

    async def ask(self, request: bytes, embed: Embed | None) -> Answer:
        self._writer.write(wire.framed(wire.ASK, request))
        while True:
            kind, payload = await self._receive()
            if kind == wire.EMBED and embed is not None:
                vectors = await asyncio.to_thread(embed, json.loads(payload))
                self._writer.write(wire.framed(wire.VECTORS, await asyncio.to_thread(wire.packed, vectors)))
            elif kind == wire.ANSWER:
                answer: Answer = json.loads(payload)
                return answer
            else:
                raise ModelError(f"the local responder failed: {payload.decode(errors='replace')[:100]}")

    async def _receive(self) -> tuple[bytes, bytes]:
        kind, size = wire.HEAD.unpack(await self._reader.readexactly(wire.HEAD.size))
        if size > wire.LARGEST:
            raise ResponderLost("the local responder answered too much")
        return kind, await self._reader.readexactly(size)

    async def kill(self) -> None:
        self._process.kill()
        self._writer.close()
        await asyncio.to_thread(self._process.wait)


class Responders:
    def __init__(
        self, embed: Embed | None = None, most: int = MOST, seconds: float = SECONDS, module: str = MODULE
    ) -> None:
        self._embed = embed
        self._module = module
        self._seconds = seconds
        self._places = asyncio.Semaphore(most)
        """Waiting for one is in the order of coming."""
        self._idle: list[Responder] = []
        self.lost = 0

    async def decide(self, request: Request) -> Answer:
        """Raises ModelError. A request that a responder is lost over is not tried again: it would be lost again."""
        written = pickle.dumps(request, pickle.HIGHEST_PROTOCOL)
        if len(written) > wire.LARGEST:
            raise ModelError("the local responder cannot read a request of this size")
        async with self._places:
            responder = self._idle.pop() if self._idle else await Responder.start(self._module, self._embed is not None)
            is_whole = False
            try:
                async with asyncio.timeout(self._seconds):
                    answer = await responder.ask(written, self._embed)
                is_whole = True
                return answer
            except (TimeoutError, OSError, asyncio.IncompleteReadError) as error:
                self.lost += 1
                log.warning("responder_lost", error=type(error).__name__)
                raise ResponderLost("the local responder took too long") from None
            except ResponderLost:
                raise
            except ModelError:
                is_whole = True
                raise
            finally:
                if is_whole:
                    self._idle.append(responder)
                else:
                    await responder.kill()

    async def aclose(self) -> None:
        while self._idle:
            await self._idle.pop().kill()
