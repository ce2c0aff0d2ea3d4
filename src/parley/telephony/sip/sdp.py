"""Bodies of several parts (RFC 2046, 5.1; RFC 5621): the session description in one, if there is any."""

from __future__ import annotations

import re

SDP = "application/sdp"
MOST_PARTS = 16
DEEPEST = 3
LONGEST_REST = 80
"""Of a line with a mark: blanks, or the two strokes of the last one."""

_BOUNDARY = re.compile(r';[ \t]*boundary[ \t]*=[ \t]*(?:"([^"\r\n]{1,70})"|([^\s;"]{1,70}))', re.IGNORECASE)
_TYPE = re.compile(rb"(?:^|\r?\n)content-type[ \t]*:[ \t]*([^\r\n]+)", re.IGNORECASE)
_ENCODING = re.compile(rb"(?:^|\r?\n)content-transfer-encoding[ \t]*:[ \t]*([^\r\n]+)", re.IGNORECASE)
_PLAIN = (b"7bit", b"8bit", b"binary")


def find_sdp(parameters: str, body: bytes, depth: int = 0) -> bytes | None:
    """The session description in a body of type multipart with these parameters; None without one that can be read."""
    for kind, content in _parts(parameters, body):
        name, _, rest = kind.partition(";")
        if name.strip().lower() == SDP and content.strip():
            return content
        if name.strip().lower().startswith("multipart/") and depth < DEEPEST:
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
    for piece in _pieces(b"--" + (found[1] or found[2]).encode(), body):
        head, gap, content = _opened(piece)
        encoding = _ENCODING.search(head)
        if gap and (encoding is None or encoding[1].strip().lower() in _PLAIN):
            kind = _TYPE.search(head)
            parts.append((kind[1].decode(errors="replace") if kind else "text/plain", content))
    return parts


def _pieces(mark: bytes, body: bytes) -> list[bytes]:
    """What stands between lines that begin with the mark. What has no end is no part."""
    pieces, start, at = list[bytes](), None, body.find(mark)
    while at >= 0 and len(pieces) < MOST_PARTS:
        line, _, _ = body[at + len(mark) : at + len(mark) + LONGEST_REST].partition(b"\n")
        if (at == 0 or body[at - 1 : at] == b"\n") and line.strip() in (b"", b"--"):
            if start is not None:
                pieces.append(body[start:at].removesuffix(b"\n").removesuffix(b"\r"))
            if line.strip():
                break
            start = at + len(mark) + len(line) + 1
        at = body.find(mark, at + len(mark))
    return pieces


def _opened(piece: bytes) -> tuple[bytes, bytes, bytes]:
    """Headers and content of a part; one without headers begins with an empty line."""
    found = re.search(rb"(?:^|\r?\n)\r?\n", piece)
    return (piece[: found.start()], found[0], piece[found.end() :]) if found else (piece, b"", b"")
