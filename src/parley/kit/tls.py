"""The certificate authorities that we trust. Reading them takes long, so it is done once in a process."""

from __future__ import annotations

import ssl
from functools import cache

import httpx


@cache
def authorities() -> ssl.SSLContext:
    return httpx.create_ssl_context()


@cache
def mail_authorities() -> ssl.SSLContext:
    """The same authorities in a context of their own: HTTP clients write the names of their protocols (ALPN) into
    theirs, and there are mail servers that refuse who greets them with those."""
    return httpx.create_ssl_context()
