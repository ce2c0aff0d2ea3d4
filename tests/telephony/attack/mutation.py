"""Honest bytes become dishonest ones. Who has the seed and the number of a message has the message."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from random import Random

TOKENS = (
    *(
        b"\x00",
        b"\r",
        b"\n",
        b"\r\n",
        b"\r\n\r\n",
        b"\r\n ",
        b":",
        b";",
        b",",
        b"=",
        b"<",
        b">",
        b'"',
        b"\\",
        b"@",
        b"/",
    ),
    *(b"%00", b"%", b"%s%n%x", b"{", b"}", b"[::1]", b"\xff" * 8, b"\xef\xbb\xbf", "漢".encode(), b"tag=", b"branch="),
    *(b"-1", b"0", b"256", b"65536", b"2147483648", b"4294967296", b"18446744073709551616", b"1e9", b"0x7f", b" " * 40),
)
NUMBER = re.compile(rb"[0-9]+")
QUAD = re.compile(rb"(?<![0-9.])[0-9]+\.[0-9]+\.[0-9]+\.[0-9]+")
CONNECTION = re.compile(rb"^[co]=[^\r\n]*", re.MULTILINE)
ROUTE = re.compile(rb"^(?:contact|m|record-route|route|refer-to)[ \t]*:[^\r\n]*", re.MULTILINE | re.IGNORECASE)
AWAY = re.compile(rb"@(?!127\.0\.0\.)|maddr|,")
MOST = 16_000
"""Bytes of a message."""

Mutate = Callable[[bytes, Random], bytes]


def mutants(seeds: Sequence[bytes], random: Random) -> Iterator[bytes]:
    """Without end. Every second one has a single change, so that it gets far before somebody notices."""
    while True:
        message = random.choice(seeds)
        for _ in range(1 if random.random() < 0.5 else random.randint(2, 8)):
            message = random.choice(WAYS)(message, random)
        yield message[:MOST]


def local(messages: Iterator[bytes], *, in_call: bool = False) -> Iterator[bytes]:
    """Those that name no address outside of this machine for media, or for what follows in a call: nothing is to be
    sent there."""
    return (one for one in messages if _is_local(one) and not (in_call and _leads_away(one)))


def _leads_away(message: bytes) -> bool:
    lines = ROUTE.findall(message)
    return any(line.count(b"127.0.0.") != 1 or AWAY.search(line) for line in lines)


def _is_local(message: bytes) -> bool:
    described = b"\n".join(CONNECTION.findall(message))
    quads = QUAD.findall(described)
    return all(quad.startswith(b"127.0.0.") for quad in quads) and len(quads) == described.count(b"\n") + bool(
        described
    )


def _span(message: bytes, random: Random, longest: int = 60) -> tuple[int, int]:
    start = random.randrange(len(message) + 1)
    return start, min(len(message), start + random.randint(1, longest))


def _flip(message: bytes, random: Random) -> bytes:
    data = bytearray(message)
    for _ in range(random.randint(1, 4) if data else 0):
        data[random.randrange(len(data))] ^= 1 << random.randrange(8)
    return bytes(data)


def _cut(message: bytes, random: Random) -> bytes:
    start, end = _span(message, random)
    return message[:start] + message[end:]


def _end_early(message: bytes, random: Random) -> bytes:
    return message[: random.randrange(len(message) + 1)]


def _repeat(message: bytes, random: Random) -> bytes:
    start, end = _span(message, random)
    return message[:end] + message[start:end] * random.choice((1, 2, 50)) + message[end:]


def _insert(message: bytes, random: Random) -> bytes:
    at = random.randrange(len(message) + 1)
    return message[:at] + random.choice(TOKENS) * random.choice((1, 1, 3, 100)) + message[at:]


def _number(message: bytes, random: Random) -> bytes:
    found = list(NUMBER.finditer(message))
    if not found:
        return message
    one = random.choice(found)
    return message[: one.start()] + random.choice(TOKENS[-10:]) + message[one.end() :]


def _lines(message: bytes, random: Random) -> bytes:
    """A line is lost, comes twice, or somewhere else."""
    lines = message.split(b"\r\n")
    line = lines.pop(random.randrange(len(lines)))
    for _ in range(random.randint(0, 2)):
        lines.insert(random.randrange(len(lines) + 1), line)
    return b"\r\n".join(lines)


WAYS: tuple[Mutate, ...] = (_flip, _cut, _end_early, _repeat, _insert, _insert, _number, _number, _lines, _lines)
