"""One message that is made to confuse, and how it is to be taken."""

from __future__ import annotations

import re
from dataclasses import dataclass

SILENCE, CALL = 0, 1
"""No answer at all; the call comes to whoever handles calls."""

SDP = (
    "v=0\no=torture 29739 7272939 IN IP4 127.0.0.1\ns=-\nc=IN IP4 127.0.0.1\nt=0 0\nm=audio 49217 RTP/AVP 0 12\n"
    "m=video 3227 RTP/AVP 31\na=rtpmap:31 LPC\n"
)


@dataclass(frozen=True, slots=True)
class Torture:
    name: str
    """As the RFC calls it."""
    section: str
    taken: int
    """The status that a trunk gets, `SILENCE` or `CALL`."""
    text: str
    """Lines end with `\\n`, bytes above 127 are UTF-8. `@HERE` is where the answer is to go, `@LENGTH` the body's."""
    body: str | bytes = ""
    caller: str | None = None
    """Of a `CALL`: who is said to call."""
    called: str | None = None
    over_tcp: int | None = None
    """What it gets on a connection, where bounds of messages are found by their length; None: the same."""
    raw: tuple[tuple[str, bytes], ...] = ()
    """What no text can say: it takes the place of these words."""

    def as_bytes(self, here: str, transport: str = "UDP") -> bytes:
        body = self.body if isinstance(self.body, bytes) else _lines(self.body)
        text = self.text.replace("@HERE", here).replace("@LENGTH", str(len(body))).replace("@TRANSPORT", transport)
        data = _lines(text.strip("\n") + "\n\n") + body
        for word, value in self.raw:
            data = data.replace(word.encode(), value)
        return data


def _lines(text: str) -> bytes:
    return re.sub(r"\r?\n", "\r\n", text).encode()
