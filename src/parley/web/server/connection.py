"""HTTP connections as uvicorn serves them, within limits.

uvicorn takes a protocol class as its `http` setting, but what its own class does is not documented, and neither are the
attributes of it that are used here. Its settings know no limit on the time, the number or the size of headers, so that
there is no other way to have them; tests/web/test_connection_uvicorn.py fails when a new version changes any of it.
"""

from __future__ import annotations

import asyncio
import re
from math import inf
from typing import Any, NoReturn, cast

import httptools
from uvicorn.config import Config
from uvicorn.protocols.http.flow_control import HIGH_WATER_LIMIT
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.server import ServerState

from parley.kit.errors import ParleyError
from parley.web.server.buffered_transport import HeadBufferingTransport
from parley.web.server.connection_limits import ConnectionLimiter, Place
from parley.web.server.protocol_errors import (
    Envelopes,
    MalformedRequest,
    RequestHeaderFieldsTooLarge,
    RequestTimeout,
    TooManyConnections,
    UriTooLong,
    response_bytes,
)

AROUND_CHUNK = 32
"""Bytes that the size of a chunk and its line ends take at most, if nobody adds extensions."""
DISCARDED = 256 << 10
"""Bytes that we read and forget of what follows after an answer, so that the client comes to read it."""
LINGER_SECONDS = 2.0


# The offer of HTTP/2 is taken out of the bytes themselves: httptools stops where a request offers another protocol, and
# offers no way to go on with the body.
H2C = b"h2c"
OFFER = re.compile(rb"(?<=\r\n)upgrade:(?=[ \t]*h2c[ \t]*\r\n)", re.IGNORECASE)
DECLINED = b"x-offer:"
"""As long as what it replaces: nothing moves."""


def without_offer(data: bytes) -> bytes:
    """Java's HTTP client offers HTTP/2 with its first request, which we may ignore, body or not. The parser cannot: to
    it the body would be in another protocol already."""
    end = data.find(b"\r\n\r\n") + 2
    return OFFER.sub(DECLINED, data[:end], 1) + data[end:] if end > 1 else data


# What a connection waits for. Plain numbers: a member of an enumeration takes longer to look up.
REQUEST = 0  # the first byte of a request
HEAD = 1  # the end of its headers
BODY = 2  # the end of its body
ANSWER = 3  # the answer of the app
END = 4  # the client to go away

# Others need no check: each costs a request one look into this set.
WATCHED = frozenset({b"expect", b"host", b"transfer-encoding", b"upgrade", b"x-forwarded-for"})


class Rejected(Exception):
    """The parser need not go on."""


class HttpConnection(HttpToolsProtocol):
    def __init__(
        self,
        limiter: ConnectionLimiter,
        envelopes: Envelopes,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self.limiter = limiter
        self.limits = limiter.limits
        self.envelopes = envelopes
        self.stage = REQUEST
        self.deadline = limiter.now + self.limits.head_seconds
        self.place = Place(limiter)
        self._requests = 0
        self._head_budget = 0
        """Bytes that may come outside of bodies until the next request, counted by pieces as they arrive."""
        self._piece = 0
        self._is_whole = True
        """Whether the head of the request began in the piece that is being read."""
        self._seen: set[bytes] = set()
        self._forwarded = b""
        self._discarded = 0
        self._unwritten = inf
        self._refusal: ParleyError | None = None

    # What happens to the connection

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn's own
        super().connection_made(cast(asyncio.Transport, HeadBufferingTransport(transport)))
        if not self.place.take(self.client[0] if self.client else ""):
            self._refuse_and_linger(TooManyConnections())
            self.transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.stage = END
        self.place.leave()

    def data_received(self, data: bytes) -> None:
        if self.stage == END:
            self._discard(len(data))
            return
        if self.stage == REQUEST and H2C in data:
            data = without_offer(data)
        self._piece = len(data)
        self._head_budget -= len(data)
        self._is_whole = False
        try:
            self.parser.feed_data(data)
        # The parser stops behind an offer of another protocol. We speak none, so what follows is the next request.
        # `pipelined` bounds how often that can happen in one piece.
        except httptools.HttpParserUpgrade as upgrade:
            self.on_offer(data[upgrade.args[0] :])
        except httptools.HttpParserError:
            self._refuse(self._refusal or MalformedRequest())
        else:
            if self.stage in (HEAD, BODY) and (self._head_budget < 0 or len(self.headers) > self.limits.headers):
                long_url = self.stage == HEAD and len(self.url) > self.limits.url_bytes
                self._refuse(UriTooLong() if long_url else RequestHeaderFieldsTooLarge())

    def on_offer(self, rest: bytes) -> None:
        """The request offers another protocol; `rest` came behind it."""
        if rest:
            self.data_received(rest)

    def pause_writing(self) -> None:
        super().pause_writing()
        self._unwritten = self.transport.get_write_buffer_size()
        self.deadline = min(self.deadline, self.limiter.now + self.limits.write_seconds)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._unwritten = inf
        self._set_deadline()

    def shutdown(self) -> None:
        if self.stage == END:
            self.transport.abort()
        else:
            super().shutdown()

    def on_deadline(self) -> None:
        """The client took too long with what we wait for."""
        if left := self.transport.get_write_buffer_size():
            # Slower than the least speed since the last look. Whoever reads slowly, but reads, is waited for.
            if left > self._unwritten - self.limits.bytes_per_second * self.limits.write_seconds:
                self.limiter.count_refusal("WRITE_STALLED")
                self.transport.abort()
            self._unwritten = left
            self.deadline = self.limiter.now + self.limits.write_seconds
        elif self.stage in (HEAD, BODY):
            self._refuse(RequestTimeout())
        elif self.stage == END:
            self.transport.abort()
        # Nothing was asked: an answer now could be taken for that to the next request.
        else:
            self.stage = END
            self._set_deadline()
            self.transport.close()

    def _set_deadline(self) -> None:
        """For what comes next at this stage, or first of all for the client to take what was written."""
        if self.flow.write_paused:
            self.deadline = self.limiter.now + self.limits.write_seconds
        # How long an answer may take is not a matter of the connection.
        elif self.stage == ANSWER:
            self.deadline = inf
        elif self.stage == REQUEST:
            self.deadline = self.limiter.now + self.limits.idle_seconds
        elif self.stage == END:
            self.deadline = self.limiter.now + LINGER_SECONDS
        else:
            self.deadline = self.limiter.now + self.limits.body_seconds

    # What the parser finds

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._is_whole = True
        self._seen = set()
        self._forwarded = b""
        self.stage = HEAD
        self._head_budget = self.limits.header_bytes + self.limits.url_bytes
        self.deadline = self.limiter.now + self.limits.head_seconds

    def on_header(self, name: bytes, value: bytes) -> None:
        name = name.lower()
        self.headers.append((name, value))
        if name in WATCHED:
            self._check_header(name, value)

    def _check_header(self, name: bytes, value: bytes) -> None:
        if name == b"expect":
            self.expect_100_continue = value.lower() == b"100-continue"
        elif name == b"x-forwarded-for":
            self._forwarded += b"," + value
        # Two readings of the same bytes are how requests are smuggled past a proxy.
        elif name == b"host" and name in self._seen:
            self._reject(MalformedRequest("The request has more than one Host."))
        elif name == b"transfer-encoding" and value.strip().lower() != b"chunked":
            self._reject(MalformedRequest("The only Transfer-Encoding that is taken is `chunked`."))
        self._seen.add(name)

    def on_headers_complete(self) -> None:
        limits = self.limits
        if len(self.url) > limits.url_bytes:
            self._reject(UriTooLong(f"An address has at most {limits.url_bytes} bytes."))
        if len(self.headers) > limits.headers:
            self._reject(RequestHeaderFieldsTooLarge(f"A request has at most {limits.headers} headers."))
        # A head that came in one small piece is within the limit: most need not be counted.
        if self._piece > limits.header_bytes or not self._is_whole:
            self._check_head_size()
        version = self.parser.get_http_version()
        # Chunks in HTTP/1.0 are read by some proxies and not by others.
        if version != "1.1" and (version != "1.0" or b"transfer-encoding" in self._seen):
            self._reject(MalformedRequest("The request is not in HTTP/1.1."))
        if b"host" not in self._seen and version == "1.1":
            self._reject(MalformedRequest("The request has no Host."))
        if b"upgrade" in self._seen and self.parser.should_upgrade() and self._has_body():
            self._reject(MalformedRequest("There is no other protocol here. Send the request without Upgrade."))
        if len(self.pipeline) >= limits.pipelined:
            self._reject(TooManyConnections("Too many requests wait for their answers."))
        if self._forwarded and self.place.is_proxied:
            client = self.limiter.forwarded_for(self._forwarded.decode("latin-1")[1:])
            if not self.place.take_for(client):
                self._reject(TooManyConnections())
        super().on_headers_complete()
        self.headers = []  # what comes behind the body has passed no check, of ours or of a proxy
        self.stage = BODY
        self.deadline = self.limiter.now + limits.body_seconds
        self._requests += 1
        if self._requests >= limits.requests_per_connection:
            self.cycle.keep_alive = False

    def on_body(self, body: bytes) -> None:
        size = len(body)
        # Bytes of the body are given back: the budget is for sizes and extensions of chunks, and for trailers.
        self._head_budget += size + AROUND_CHUNK
        self.deadline += size / self.limits.bytes_per_second
        cycle = self.cycle
        if cycle.response_complete:
            self._discarded += size
            if self._discarded > DISCARDED:
                self._reject(MalformedRequest())
            return
        # As uvicorn's own, which asks the parser about other protocols at every turn.
        cycle.body += body
        if len(cycle.body) > HIGH_WATER_LIMIT:
            self.flow.pause_reading()
        cycle.message_event.set()

    def on_message_complete(self) -> None:
        cycle = self.cycle
        if cycle.response_complete:
            self._discarded = 0
            self.stage = REQUEST
        else:
            cycle.more_body = False
            cycle.message_event.set()
            self.stage = ANSWER
        self._set_deadline()

    def on_response_complete(self) -> None:
        if self.transport.is_closing():
            self.stage = END
            self._set_deadline()
        if self.pipeline or self.stage == END:
            super().on_response_complete()
            return
        # As uvicorn's own, without a timer for each request.
        self.server_state.total_requests += 1
        self.flow.resume_reading()
        self.place.release_client()
        if self.stage == ANSWER:
            self.stage = REQUEST
            self._set_deadline()

    def _check_head_size(self) -> None:
        if sum(len(name) + len(value) + 4 for name, value in self.headers) > self.limits.header_bytes:
            most = self.limits.header_bytes
            self._reject(RequestHeaderFieldsTooLarge(f"Headers have at most {most} bytes together."))

    def _has_body(self) -> bool:
        return b"transfer-encoding" in self._seen or any(
            name == b"content-length" and value.strip(b"0") for name, value in self.headers
        )

    # The end of it

    def _reject(self, error: ParleyError) -> NoReturn:
        """Inside the parser, which ends with an error of its own. What is kept is not what is raised: an exception that
        was raised refers to the frames it came through, so that they and all they hold would stay until the garbage
        collector comes."""
        self._refusal = error
        raise Rejected

    def _refuse(self, error: ParleyError) -> None:
        """Reads no more. Answers, where the client can tell which request that is the answer to."""
        cycle, in_body = self.cycle, self.stage == BODY
        if cycle is None or cycle.response_complete:
            self._refuse_and_linger(None if in_body else error)
        elif not in_body:  # the error is the next request's: what was asked before gets its answer
            self.limiter.count_refusal(error.code)
            cycle.keep_alive = False
            self.stage, self.deadline = END, inf
        # Half an answer cannot be replaced, and one out of turn would be taken for another request's.
        elif cycle.response_started or self.pipeline:
            self.limiter.count_refusal(error.code)
            self.transport.abort()
        else:
            # The app may still be at work: to it the client is gone, and what it answers goes nowhere.
            cycle.disconnected = True
            cycle.message_event.set()
            self._refuse_and_linger(error)

    def _refuse_and_linger(self, error: ParleyError | None) -> None:
        """Says why, says that nothing more will come, and goes on reading for a moment: whoever closes while the other
        side still sends takes back what was said."""
        self.stage = END
        self._discarded = 0
        self.limiter.count_refusal(error.code if error else "BODY_DISCARDED")
        if error is not None:
            path = getattr(self, "url", b"").partition(b"?")[0].decode("latin-1")
            self.transport.write(response_bytes(error, self.envelopes(path), self.server_state.default_headers))
        self.transport.write_eof()
        self.flow.resume_reading()
        self._set_deadline()

    def _discard(self, size: int) -> None:
        self._discarded += size
        if self._discarded > DISCARDED:
            self.transport.abort()
