"""What code says of its work. Where traces are off, all of it does nothing.

What people said, and what functions were given, is never set as an attribute: `text` is for that, and drops it unless
the operator asked for it.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import AbstractContextManager
from enum import Enum
from types import TracebackType
from typing import Final, Protocol

Value = str | int | float | bool
NO_HEADERS: Final[Mapping[str, str]] = {}


class Kind(Enum):
    """Which side of a conversation between programs a piece of work is."""

    INTERNAL = "internal"
    SERVER = "server"
    CLIENT = "client"
    CONSUMER = "consumer"


class Span(Protocol):
    def set(self, name: str, value: Value) -> None: ...

    def text(self, name: str, value: str) -> None:
        """What was said or given."""

    def fail(self, kind: str) -> None:
        """`kind`: a word for what went wrong, without a word of what was said."""


class Tracer(Protocol):
    @property
    def takes_texts(self) -> bool: ...

    def span(self, name: str, kind: Kind, caller: Mapping[str, str]) -> AbstractContextManager[Span]: ...

    def headers(self) -> Mapping[str, str]: ...


class _NoSpan:
    __slots__ = ()

    def set(self, name: str, value: Value) -> None: ...

    def text(self, name: str, value: str) -> None: ...

    def fail(self, kind: str) -> None: ...

    def __enter__(self) -> Span:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None: ...


_NO_SPAN: Final = _NoSpan()


class Tracing:
    """Of this process."""

    def __init__(self) -> None:
        self._tracer: Tracer | None = None
        self.is_on = False
        """A plain attribute: whoever looks before describing its work pays for no call where traces are off."""

    @property
    def takes_texts(self) -> bool:
        """Whether it is worth putting texts together."""
        return self._tracer is not None and self._tracer.takes_texts

    def use(self, tracer: Tracer | None) -> None:
        self._tracer = tracer
        self.is_on = tracer is not None

    def span(
        self, name: str, kind: Kind = Kind.INTERNAL, caller: Mapping[str, str] = NO_HEADERS
    ) -> AbstractContextManager[Span]:
        """A part of the span that is open here; without one, of what the headers of the `caller` name."""
        return _NO_SPAN if self._tracer is None else self._tracer.span(name, kind, caller)

    def headers(self) -> Mapping[str, str]:
        """For a request to somebody else: which span it is made in."""
        return NO_HEADERS if self._tracer is None else self._tracer.headers()


tracing: Final = Tracing()
