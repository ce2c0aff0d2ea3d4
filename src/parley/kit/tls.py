"""Whom we trust on the network: the certificate authorities, read once in a process, for reading them takes long."""

from __future__ import annotations

import ssl
from functools import cache

import httpx


@cache
def authorities() -> ssl.SSLContext:
    return httpx.create_ssl_context()
