"""A stand-in for the log of the optional library."""

from __future__ import annotations


class _Logger:
    def remove(self) -> None: ...


logger = _Logger()
