"""Addresses that others reach us at, and the certificates that they see."""

from __future__ import annotations

import ssl
from collections.abc import AsyncIterator, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import httpx
from cryptography import x509

from parley.cli.doctor.finding import Finding, Level
from parley.settings import Settings

SECONDS = 5.0
SOON = timedelta(days=14)
NAMES = ("public_url", "messaging_public_url", "console_url", "calls_url", "texts_url")
REFUSED_CERTIFICATE = "certificate verify failed: "
LOCAL = ("localhost", "127.0.0.1", "::1")


async def examine(settings: Settings, client: httpx.AsyncClient) -> AsyncIterator[Finding]:
    for name in NAMES:
        address = getattr(settings, name)
        if address:
            for finding in await _address(client, f"PARLEY_{name.upper()}", address):
                yield finding
    if settings.sip_certificate is not None:
        yield examine_certificate("PARLEY_SIP_CERTIFICATE", settings.sip_certificate, datetime.now(UTC))


async def _address(client: httpx.AsyncClient, name: str, address: str) -> list[Finding]:
    url = httpx.URL(address)
    if url.host in LOCAL:
        why = "Other machines, and carriers, do not get to it."
        found = [
            Finding("addresses", name, f"{address} is this machine alone", Level.WARNING, why, "Name a public address.")
        ]
    elif url.scheme in ("http", "ws"):
        why = "Keys and what people say can be read on the way, and browsers give no microphone to such pages."
        found = [
            Finding("addresses", name, f"{address} is not encrypted", Level.WARNING, why, "Give an https:// address.")
        ]
    else:
        found = []
    try:
        answer = await client.get(url.copy_with(scheme=url.scheme.replace("ws", "http")), timeout=SECONDS)
    except httpx.HTTPError as error:
        return [*found, _unreachable(name, url, error)]
    return [*found, *_judge_expiry(name, address, _expiry(answer), datetime.now(UTC))]


def _unreachable(name: str, url: httpx.URL, error: httpx.HTTPError) -> Finding:
    _, failed, reason = str(error).partition(REFUSED_CERTIFICATE)
    if failed:
        why = "Browsers and carriers refuse it."
        todo = "Renew it, with all certificates between it and its authority."
        return Finding("addresses", name, f"certificate: {reason.partition(' (')[0]}", Level.PROBLEM, why, todo)
    why = "Whoever is told this address does not get to us; from inside a network that may be right."
    what = f"{url.netloc.decode()} cannot be reached ({type(error).__name__})"
    return Finding("addresses", name, what, Level.WARNING, why, "Check the name, the proxy and the firewall.")


def _expiry(answer: httpx.Response) -> datetime | None:
    stream = answer.extensions.get("network_stream")
    secured = stream.get_extra_info("ssl_object") if stream is not None else None
    if secured is None:
        return None
    return datetime.fromtimestamp(ssl.cert_time_to_seconds(secured.getpeercert()["notAfter"]), UTC)


def _judge_expiry(name: str, what: str, expires: datetime | None, now: datetime) -> Iterator[Finding]:
    if expires is None:
        yield Finding("addresses", name, f"{what} answers")
    elif expires - now < SOON:
        why = "Nobody connects to what has an expired certificate."
        yield Finding("addresses", name, f"certificate ends {expires:%Y-%m-%d}", Level.WARNING, why, "Renew it.")
    else:
        yield Finding("addresses", name, f"{what} answers, certificate until {expires:%Y-%m-%d}")


def examine_certificate(name: str, path: Path, now: datetime) -> Finding:
    why = "Calls over TLS fail with it."
    try:
        content = path.read_bytes()
        certificate = x509.load_pem_x509_certificate(content)
    except (OSError, ValueError) as error:
        what = f"{path} cannot be read: {type(error).__name__}"
        return Finding("addresses", name, what, Level.PROBLEM, why, "Give a PEM file with the certificate and its key.")
    if b"PRIVATE KEY" not in content:
        return Finding(
            "addresses", name, f"{path} has no key", Level.PROBLEM, why, "Put the key behind the certificate."
        )
    expires = certificate.not_valid_after_utc
    if expires < now:
        what = f"{path} ended {expires:%Y-%m-%d}"
        return Finding("addresses", name, what, Level.PROBLEM, why, "Renew it.")
    return next(_judge_expiry(name, str(path), expires, now))
