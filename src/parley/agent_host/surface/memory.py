"""What is remembered of a caller from earlier conversations: read-only."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NoReturn


class Memory(Mapping[str, Any]):
    def __init__(self, fields: Mapping[str, Any] | None = None) -> None:
        object.__setattr__(self, "_fields", dict(fields or {}))

    def __getitem__(self, name: str) -> Any:
        return self._fields[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._fields)

    def __len__(self) -> int:
        return len(self._fields)

    def fields(self) -> dict[str, Any]:
        return dict(self._fields)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        return self._fields.get(name)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise TypeError(f"{type(self).__name__} is read-only; put values into conv.state")

    def __setitem__(self, name: str, value: object) -> NoReturn:
        self.__setattr__(name, value)


class VerifiedContext(Memory):
    """What the platform knows for certain about the caller; nothing here yet."""
