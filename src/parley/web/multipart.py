"""Bodies of the type multipart/form-data: files and fields, as browsers and clients send them. Pure."""

from __future__ import annotations

import re
from dataclasses import dataclass

from parley.kit.errors import FieldError, ValidationFailed
from parley.web.headers import Headers

KIND = "multipart/form-data"
MOST_PARTS, LARGEST_HEAD = 16, 4_096
_BOUNDARY = re.compile(r';\s*boundary=(?:"([^"\r\n]{1,70})"|([^\s;"]{1,70}))', re.I)
_PARAMETER = r';\s*{}="((?:[^"\\\r\n]|\\.)*)"'
_NAME, _FILENAME = (re.compile(_PARAMETER.format(each), re.I) for each in ("name", "filename"))


@dataclass(frozen=True, slots=True)
class Part:
    content: bytes
    filename: str = ""


def read_parts(raw: bytes, headers: Headers) -> dict[str, Part]:
    """By name; of two with one name the first counts."""
    found = _BOUNDARY.search(headers.get("content-type", ""))
    if found is None:
        raise _invalid("has no boundary")
    mark = b"--" + (found[1] or found[2]).encode()
    # The first mark may stand at the very beginning, all others stand on a line of their own.
    pieces = (b"\r\n" + raw).split(b"\r\n" + mark, MOST_PARTS + 2)
    if len(pieces) > MOST_PARTS + 2:
        raise _invalid(f"has more than {MOST_PARTS} parts")
    if len(pieces) < 2 or not pieces[-1].startswith(b"--"):
        raise _invalid("ends before its last boundary")
    parts: dict[str, Part] = {}
    for piece in pieces[1:-1]:
        name, part = _read_part(piece)
        parts.setdefault(name, part)
    return parts


def _read_part(piece: bytes) -> tuple[str, Part]:
    # Behind the mark comes the rest of its line, then headers, an empty line, and what was sent.
    head, blank, content = piece.partition(b"\r\n\r\n")
    if not blank or len(head) > LARGEST_HEAD:
        raise _invalid("has a part without readable headers")
    for line in head.split(b"\r\n"):
        title, _, value = line.decode("utf-8", "replace").partition(":")
        if title.strip().lower() == "content-disposition" and (name := _NAME.search(value)):
            filename = _FILENAME.search(value)
            return name[1], Part(content, filename[1] if filename else "")
    raise _invalid("has a part without a name")


def _invalid(problem: str) -> ValidationFailed:
    return ValidationFailed(f"The request body {problem}.", fields=[FieldError("body", problem)])
