"""A message that we send, changed just before it leaves.

It is changed where it lies in the library's memory, so it must keep its length. What it grows by is taken from what
nobody needs; what is left over becomes blanks in front of the length of the body.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import partial

_LENGTH = re.compile(rb"^((?:content-length|l)[ \t]*:)[ \t]*[0-9]+[ \t]*$", re.I)
_SDP_TYPE = re.compile(rb"^(?:content-type|c)[ \t]*:[ \t]*application/sdp", re.I)
_SOFTWARE = re.compile(rb"^(?:user-agent|server)[ \t]*:", re.I)
_NEEDLESS_IN_SDP = re.compile(rb"^a=(?:ssrc:[^\r\n]*cname:|minptime:|rtcp-rsize)[^\r\n]*\r\n", re.M)
_SHORT_NAMES = {
    b"session-expires": b"x",
    b"content-length": b"l",
    b"supported": b"k",
    b"content-type": b"c",
    b"call-id": b"i",
    b"contact": b"m",
    b"via": b"v",
    b"from": b"f",
    b"to": b"t",
}
"""RFC 3261, 7.3.3: what every peer must understand, and some do not like; so no more of them than it takes."""


class Message:
    """A message that we send, while it is changed."""

    def __init__(self, packet: bytes) -> None:
        head, _, self.body = packet.partition(b"\r\n\r\n")
        self.lines = head.split(b"\r\n")
        self._size = len(packet)

    def to_bytes(self) -> bytes | None:
        """As long as it was; None if it cannot be made as short as that."""
        for save in (_keep, _drop_needless_sdp, _drop_software, _shorten_reason, _shorten_allow, *_SHORTENINGS):
            save(self)
            missing = self._size - self._length()
            if missing >= 0:
                made = self._render(missing)
                # Two headers that say how long the body is would both be filled up.
                return made if len(made) == self._size else None
        return None

    def add(self, lines: Iterable[bytes]) -> bool:
        """Adds these headers; False, and nothing happens, if there is no room for them."""
        before = self.lines
        self.lines = [*before[:-1], *lines, *before[-1:]]
        if self.to_bytes() is None:
            self.lines = before
            return False
        return True

    @property
    def has_sdp(self) -> bool:
        return any(_SDP_TYPE.match(line) for line in self.lines)

    def _length(self) -> int:
        return len(self._render(0))

    def _render(self, blanks: int) -> bytes:
        length = b" " * (blanks + 1) + b"%d" % len(self.body)
        lines = [found[1] + length if (found := _LENGTH.match(line)) else line for line in self.lines]
        return b"\r\n".join(lines) + b"\r\n\r\n" + self.body


def _keep(_message: Message) -> None:
    pass


def _drop_needless_sdp(message: Message) -> None:
    if message.has_sdp:
        message.body = _NEEDLESS_IN_SDP.sub(b"", message.body)


def _drop_software(message: Message) -> None:
    message.lines = [line for line in message.lines if not _SOFTWARE.match(line)]


def _shorten_reason(message: Message) -> None:
    if message.lines[0].startswith(b"SIP/2.0 200 "):
        message.lines[0] = b"SIP/2.0 200 OK"


def _shorten_allow(message: Message) -> None:
    """Methods that calls do without."""
    message.lines = [
        line.replace(b",MESSAGE", b"").replace(b",SUBSCRIBE", b"") if line.startswith(b"Allow:") else line
        for line in message.lines
    ]


def _shorten_name(name: bytes, message: Message) -> None:
    message.lines = [
        _SHORT_NAMES[name] + b": " + line.partition(b":")[2].strip()
        if line[: len(name) + 1].lower() == name + b":"
        else line
        for line in message.lines
    ]


_SHORTENINGS: tuple[Callable[[Message], None], ...] = tuple(partial(_shorten_name, name) for name in _SHORT_NAMES)
