"""What `HttpConnection` knows of uvicorn beyond its documentation. When a new version fails here: read what changed,
adapt `parley.web.server.connection` if need be, then write the new digest down."""

from __future__ import annotations

import hashlib
import inspect
from collections.abc import Callable
from typing import Any

import pytest
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.server import Server

from parley.web.server.connection import HttpConnection

DIGESTS: dict[Callable[..., Any], str] = {
    HttpToolsProtocol.__init__: "bac1da17258855f3",
    HttpToolsProtocol.connection_made: "4d399c6d55cbde37",
    HttpToolsProtocol.connection_lost: "74b41526f21b5b38",
    HttpToolsProtocol.data_received: "77d64a8ed713b585",
    HttpToolsProtocol.on_message_begin: "20a27ece9e762ed0",
    HttpToolsProtocol.on_header: "3c6232bfbe8d9c70",
    HttpToolsProtocol.on_headers_complete: "8340d55da54aaa1d",
    HttpToolsProtocol.on_body: "a8b4e86add6c552d",
    HttpToolsProtocol.on_message_complete: "637e321f44da8dbe",
    HttpToolsProtocol.on_response_complete: "711703bdb94f59ec",
    HttpToolsProtocol.shutdown: "1289206de08e725a",
    RequestResponseCycle.__init__: "3fe4fe02c3e8378a",
    RequestResponseCycle.send: "037826b6d0103a80",
    RequestResponseCycle.receive: "e8e7d1f9ef89838e",
    Server.capture_signals: "f5efdd178894332d",
    Server.on_tick: "d5f6bf8c1db268c6",
}
"""Of what is extended, replaced or relied upon."""


@pytest.mark.slow
@pytest.mark.parametrize("function", DIGESTS, ids=lambda function: function.__qualname__)
def test_it_is_as_it_was(function: Callable[..., Any]) -> None:
    assert digest(function) == DIGESTS[function]


def test_nothing_else_is_replaced() -> None:
    known = {function.__name__ for function in DIGESTS} | {"pause_writing", "resume_writing"}
    inherited = {name for name in vars(HttpToolsProtocol) if inspect.isfunction(getattr(HttpToolsProtocol, name))}
    assert set(vars(HttpConnection)) & inherited <= known


def digest(function: Callable[..., Any]) -> str:
    """Of its lines without comments and indentation."""
    lines = (line.partition("  # ")[0].strip() for line in inspect.getsource(function).splitlines())
    text = "\n".join(line for line in lines if line and not line.startswith("#"))
    return hashlib.sha256(text.encode()).hexdigest()[:16]
