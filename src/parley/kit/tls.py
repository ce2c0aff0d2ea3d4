"""The certificate authorities that we trust. Reading them takes long, so it is done once in a process."""

from __future__ import annotations

import ssl
from functools import cache

import httpx


@cache
def authorities() -> ssl.SSLContext:
    return httpx.create_ssl_context()
