"""SDP in the bodies of SIP messages: found among several parts (RFC 2046, 5.1; RFC 5621), and what it offers for
encryption."""

from __future__ import annotations

import binascii
import re
from base64 import b64decode
from collections.abc import Iterable
from dataclasses import dataclass

SDP = "application/sdp"
MAX_PARTS = 16
MAX_DEPTH = 3
MAX_BOUNDARY_REST = 80
"""Of a line with a boundary: blanks, or the two strokes of the last one."""
KEY_BYTES = {
    b"AES_CM_128_HMAC_SHA1_80": 30,
    b"AES_CM_128_HMAC_SHA1_32": 30,
    b"AEAD_AES_128_GCM": 28,
    b"AEAD_AES_256_GCM": 44,
}
"""The suites that the stack takes, and how long their keys are, salt included."""

_BOUNDARY = re.compile(r';[ \t]*boundary[ \t]*=[ \t]*(?:"([^"\r\n]{1,70})"|([^\s;"]{1,70}))', re.IGNORECASE)
_TYPE = re.compile(rb"(?:^|\r?\n)content-type[ \t]*:[ \t]*([^\r\n]+)", re.IGNORECASE)
_ENCODING = re.compile(rb"(?:^|\r?\n)content-transfer-encoding[ \t]*:[ \t]*([^\r\n]+)", re.IGNORECASE)
_PLAIN = (b"7bit", b"8bit", b"binary")
_PROFILE = re.compile(rb"^m=audio [0-9/]+ (\S+)", re.MULTILINE)
_AUDIO = re.compile(rb"^m=audio ([0-9]+)(?:/[0-9]+)? \S+ ([^\r\n]*)", re.MULTILINE)
_RTPMAP = re.compile(rb"^a=rtpmap:([0-9]{1,3}) ([A-Za-z0-9.-]+)/", re.MULTILINE)
STATIC_CODECS = {b"0": "pcmu", b"8": "pcma", b"9": "g722"}
_KEY = re.compile(rb"^a=crypto:[0-9]+ (\S+) inline:([A-Za-z0-9+/=]+)", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Offer:
    """How the other side wants the media encrypted."""

    must_encrypt: bool = False
    can_encrypt: bool = False
    """One of its keys is of a kind that the stack knows. Without, the stack would answer too, and send plain audio."""

    @property
    def is_unacceptable(self) -> bool:
        return self.must_encrypt and not self.can_encrypt


NO_OFFER = Offer()


def read_offer(body: bytes) -> Offer:
    """Reads an SDP body, whatever is in it; one without audio asks for nothing."""
    profile = _PROFILE.search(body)
    return Offer(
        must_encrypt=profile is not None and b"SAVP" in profile[1],
        can_encrypt=any(_decoded_length(key) == KEY_BYTES.get(suite) for suite, key in _KEY.findall(body)),
    )


def has_common_codec(body: bytes, codecs: Iterable[str]) -> bool:
    """Whether the audio that is offered can be in one of these codecs. True where no audio is offered."""
    audio = _AUDIO.search(body)
    if audio is None or audio[1] == b"0":
        return True
    names = {kind: name.lower().decode(errors="replace") for kind, name in _RTPMAP.findall(body)}
    offered = {names.get(kind, STATIC_CODECS.get(kind, "")) for kind in audio[2].split()}
    return not offered.isdisjoint(codecs)


def find_sdp(parameters: str, body: bytes, depth: int = 0) -> bytes | None:
    """The session description in a body of type multipart with these parameters; None without one that can be read."""
    for kind, content in _parts(parameters, body):
        name, _, rest = kind.partition(";")
        if name.strip().lower() == SDP and content.strip():
            return content
        if name.strip().lower().startswith("multipart/") and depth < MAX_DEPTH:
            inner = find_sdp(f";{rest}", content, depth + 1)
            if inner is not None:
                return inner
    return None


def _parts(parameters: str, body: bytes) -> list[tuple[str, bytes]]:
    """Type and content of each part; those in an encoding that SIP does not use are left out."""
    found = _BOUNDARY.search(parameters)
    if found is None:
        return []
    parts = list[tuple[str, bytes]]()
    for piece in _split_at_boundary(b"--" + (found[1] or found[2]).encode(), body):
        head, gap, content = _split_head(piece)
        encoding = _ENCODING.search(head)
        if gap and (encoding is None or encoding[1].strip().lower() in _PLAIN):
            kind = _TYPE.search(head)
            parts.append((kind[1].decode(errors="replace") if kind else "text/plain", content))
    return parts


def _split_at_boundary(boundary: bytes, body: bytes) -> list[bytes]:
    """What stands between lines that begin with the boundary. What has no end is no part."""
    pieces, start, at = list[bytes](), None, body.find(boundary)
    while at >= 0 and len(pieces) < MAX_PARTS:
        line, _, _ = body[at + len(boundary) : at + len(boundary) + MAX_BOUNDARY_REST].partition(b"\n")
        if (at == 0 or body[at - 1 : at] == b"\n") and line.strip() in (b"", b"--"):
            if start is not None:
                pieces.append(body[start:at].removesuffix(b"\n").removesuffix(b"\r"))
            if line.strip():
                break
            start = at + len(boundary) + len(line) + 1
        at = body.find(boundary, at + len(boundary))
    return pieces


def _split_head(piece: bytes) -> tuple[bytes, bytes, bytes]:
    """Headers and content of a part; one without headers begins with an empty line."""
    found = re.search(rb"(?:^|\r?\n)\r?\n", piece)
    return (piece[: found.start()], found[0], piece[found.end() :]) if found else (piece, b"", b"")


def _decoded_length(key: bytes) -> int:
    try:
        return len(b64decode(key))
    except binascii.Error:
        return 0
