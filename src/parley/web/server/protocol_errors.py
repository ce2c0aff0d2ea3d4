"""What a client hears from the server itself, before or instead of an endpoint: errors of HTTP, in our envelopes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from http import HTTPStatus

import orjson

from parley.kit.errors import ParleyError
from parley.kit.ids import trace_id
from parley.web import errors

Envelopes = Callable[[str], errors.Envelope]
"""The envelope of whoever answers at a path."""


class MalformedRequest(ParleyError):
    """This is not a request in HTTP/1.1 that can be understood without doubt."""

    status = 400


class RequestTimeout(ParleyError):
    """The request took too long to arrive."""

    status = 408


class UriTooLong(ParleyError):
    """The address of the request is too long."""

    status = 414


class RequestHeaderFieldsTooLarge(ParleyError):
    """The request has too many headers, or too long ones."""

    status = 431


class TooManyConnections(ParleyError):
    """There are too many connections at the moment. Use those that are open, or try again shortly."""

    status = 503


def standard(_path: str) -> errors.Envelope:
    return errors.standard


def response_bytes(error: ParleyError, envelope: errors.Envelope, headers: Iterable[tuple[bytes, bytes]]) -> bytes:
    """The last bytes on a connection."""
    error_id = trace_id()
    content = orjson.dumps(envelope(error, error_id))
    lines = [b"HTTP/1.1 %d %s" % (error.status, HTTPStatus(error.status).phrase.encode())]
    lines += [b"%s: %s" % header for header in headers]
    lines += [
        b"content-type: application/json",
        b"content-length: %d" % len(content),
        b"x-polyai-correlation-id: " + error_id.encode(),
        b"connection: close",
    ]
    return b"\r\n".join([*lines, b"", content])
