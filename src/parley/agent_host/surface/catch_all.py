"""The one place where whatever agent code raises is caught, SystemExit and the like included."""

from __future__ import annotations

from types import TracebackType


class Caught:
    """`with Caught() as trouble:` runs agent code; `trouble.error` tells how it ended."""

    error: BaseException | None = None

    def __enter__(self) -> Caught:
        return self

    def __exit__(self, kind: object, error: BaseException | None, traceback: TracebackType | None) -> bool:
        self.error = error
        return True


def text_of(value: object) -> str:
    """str() of an object whose class is not ours."""
    with Caught():
        return str(value)
    return f"<{type(value).__module__}.{type(value).__qualname__}>"
