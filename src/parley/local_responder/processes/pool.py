"""The responder processes of a serving process: a few children, shared by all tenants, started on demand.

Threads would not do: a regular expression holds the interpreter lock until it is done, and every conversation waits.
"""

from __future__ import annotations

import asyncio
import json
import pickle
from typing import Any

from parley.kit.child_process import ChildProcess
from parley.kit.frames import Frame, FrameTooLong, encode_frame, receive_frame
from parley.kit.log import logger
from parley.local_responder.processes import wire
from parley.local_responder.similarity import Embed
from parley.providers.llm.protocol import ModelError, Request

log = logger(__name__)

MODULE = "parley.local_responder.processes.child"
MAX_PROCESSES = 2
DECISION_SECONDS = 5.0
"""Of wall-clock time, however busy the machine is; the child bounds its own CPU time more tightly."""
START_SECONDS = 30.0

Answer = dict[str, Any]


class ResponderLost(ModelError):
    """A process took too long or ended. Its place is free for a new one."""


class ResponderProcess:
    def __init__(self, child: ChildProcess) -> None:
        self._child = child

    @classmethod
    async def start(cls, module: str, embeds: bool) -> ResponderProcess:
        try:
            child = await ChildProcess.start(module, "embeds" if embeds else "plain")
        except OSError as error:
            raise ModelError(f"the local responder could not be started: {error.strerror}") from None
        responder = cls(child)
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

    async def request_answer(self, request: bytes, embed: Embed | None) -> Answer:
        """Embeds the texts that the child sends on the way, as often as it asks."""
        self._child.writer.write(encode_frame(wire.REQUEST, request))
        while True:
            kind, payload = await self._receive()
            if kind == wire.EMBED and embed is not None:
                vectors = await asyncio.to_thread(embed, json.loads(payload))
                packed = await asyncio.to_thread(wire.pack_vectors, vectors)
                self._child.writer.write(encode_frame(wire.VECTORS, packed))
            elif kind == wire.ANSWER:
                answer: Answer = json.loads(payload)
                return answer
            else:
                raise ModelError(f"the local responder failed: {payload.decode(errors='replace')[:100]}")

    async def _receive(self) -> Frame:
        try:
            return await receive_frame(self._child.reader, wire.MAX_PAYLOAD)
        except FrameTooLong:
            raise ResponderLost("the local responder answered too much") from None

    async def kill(self) -> None:
        await self._child.kill()


class ResponderPool:
    def __init__(
        self,
        embed: Embed | None = None,
        max_processes: int = MAX_PROCESSES,
        seconds: float = DECISION_SECONDS,
        module: str = MODULE,
    ) -> None:
        self._embed = embed
        self._module = module
        self._seconds = seconds
        self._permits = asyncio.Semaphore(max_processes)
        """One per process; requests get them in the order in which they came."""
        self._idle: list[ResponderProcess] = []
        self.lost = 0

    async def decide_reply(self, request: Request) -> Answer:
        """Raises ModelError. A request that cost a process is not tried again: it would cost the next one too."""
        payload = pickle.dumps(request, pickle.HIGHEST_PROTOCOL)
        if len(payload) > wire.MAX_PAYLOAD:
            raise ModelError("the local responder cannot read a request of this size")
        async with self._permits:
            responder = (
                self._idle.pop() if self._idle else await ResponderProcess.start(self._module, self._embed is not None)
            )
            # Until an answer is there: who is cancelled leaves one on its way, which the next request would get.
            is_usable = False
            try:
                async with asyncio.timeout(self._seconds):
                    answer = await responder.request_answer(payload, self._embed)
                is_usable = True
                return answer
            except (TimeoutError, OSError, asyncio.IncompleteReadError) as error:
                self.lost += 1
                log.warning("responder_lost", error=type(error).__name__)
                raise ResponderLost("the local responder took too long") from None
            except ResponderLost:
                raise
            except ModelError:
                # The child reported the error itself and waits for the next request.
                is_usable = True
                raise
            finally:
                if is_usable:
                    self._idle.append(responder)
                else:
                    await responder.kill()

    async def aclose(self) -> None:
        while self._idle:
            await self._idle.pop().kill()
