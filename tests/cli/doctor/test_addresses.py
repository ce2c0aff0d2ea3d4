"""Addresses that others reach us at, and certificates."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta
from pathlib import Path

import httpx
import pytest

from parley.cli.doctor import addresses
from parley.cli.doctor.finding import Finding, Level
from parley.settings import Settings
from parley.telephony.sip.baresip.certificate import make_certificate

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("days", "level"), [(1, Level.OK), (3640, Level.WARNING), (3660, Level.PROBLEM)], ids=["good", "ending", "ended"]
)
def test_a_certificate(days: int, level: Level, tmp_path: Path) -> None:
    file = tmp_path / "sip.pem"
    make_certificate(file, "pbx.example", NOW)
    found = addresses.examine_certificate("PARLEY_SIP_CERTIFICATE", file, NOW + timedelta(days=days))
    assert (found.level, bool(found.todo)) == (level, level is not Level.OK)
    file.write_text(file.read_text().split("-----BEGIN PRIVATE")[0])
    assert "has no key" in addresses.examine_certificate("X", file, NOW).what
    file.write_text("nothing")
    assert "cannot be read" in addresses.examine_certificate("X", file, NOW).what


def examine(settings: Settings, answer: httpx.Response | Exception) -> list[Finding]:
    def handle(_request: httpx.Request) -> httpx.Response:
        if isinstance(answer, Exception):
            raise answer
        return answer

    async def run() -> list[Finding]:
        async with httpx.AsyncClient(transport=httpx.MockTransport(handle)) as client:
            return [each async for each in addresses.examine(settings, client)]

    return asyncio.run(run())


@pytest.mark.slow
@pytest.mark.parametrize(
    ("address", "answer", "words"),
    [
        ("https://agents.example", httpx.Response(404), ["answers"]),
        ("http://agents.example", httpx.Response(200), ["not encrypted", "answers"]),
        ("http://localhost:8081", httpx.Response(200), ["this machine alone", "answers"]),
        ("https://agents.example", httpx.ConnectError("no route"), ["cannot be reached (ConnectError)"]),
        (
            "https://agents.example",
            httpx.ConnectError(
                "[SSL: CERTIFICATE_VERIFY_FAILED] certificate verify failed: certificate has expired (_ssl.c:1)"
            ),
            ["certificate has expired"],
        ),
    ],
)
def test_an_address(address: str, answer: httpx.Response | Exception, words: list[str]) -> None:
    found = examine(Settings(console_url=address), answer)
    assert [word in each.what for word, each in zip(words, found, strict=True)] == [True] * len(words)
    assert [bool(each.why and each.todo) for each in found] == [each.level is not Level.OK for each in found]
    assert examine(Settings(), answer) == []
