"""Server-sent events as real servers write them: bytes in, JSON values out, and nothing assumed about good manners."""

from __future__ import annotations

import codecs
import json
from collections.abc import Iterator
from typing import Any

MAX_PENDING = 4_000_000


class StreamTooLong(ValueError):
    """The server sent more than 4 MB without finishing an event."""


class EventReader:
    """Collects the `data:` of each event. Lines that are no event fields are kept: a server that ignores `stream`
    answers with one plain JSON document, and some write one JSON object per line."""

    def __init__(self) -> None:
        # Incremental: the network may cut a character in two.
        self._decode = codecs.getincrementaldecoder("utf-8")(errors="replace").decode
        self._line = ""
        self._data: list[str] = []
        self._plain: list[str] = []
        self._plain_size = 0
        self._saw_event = False
        self.finished = False
        """The server said [DONE]."""

    def feed(self, received: bytes) -> list[Any]:
        text = self._line + self._decode(received)
        lines = text.replace("\r\n", "\n").split("\n")
        self._line = lines.pop()
        if len(self._line) + self._plain_size > MAX_PENDING:
            raise StreamTooLong
        return [value for line in lines for value in self._read_line(line)]

    def close(self) -> list[Any]:
        """What the end of the stream completes: an event without its blank line, or a plain JSON answer."""
        values = [*self._read_line(self._line), *self._flush()]
        self._line = ""
        if not self._saw_event and self._plain:
            values.extend(_parse(self._plain))
        return values

    def _read_line(self, line: str) -> Iterator[Any]:
        line = line.rstrip("\r")
        if line.startswith("data:"):
            self._saw_event = True
            self._data.append(line[5:].removeprefix(" "))
            if self._data[-1].strip() == "[DONE]":
                self.finished = True
                self._data.pop()
                yield from self._flush()
        elif not line.strip():
            yield from self._flush()
        elif not self._saw_event and not line.startswith((":", "event:", "id:", "retry:")):
            self._plain.append(line)
            self._plain_size += len(line)

    def _flush(self) -> Iterator[Any]:
        data, self._data = self._data, []
        yield from _parse(data)


def _parse(lines: list[str]) -> list[Any]:
    """One JSON value over several lines, or one per line; what cannot be read is skipped."""
    if not lines:
        return []
    try:
        return [json.loads("\n".join(lines))]
    except ValueError:
        return [value for line in lines if (value := _json_or_none(line)) is not None]


def _json_or_none(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return None
