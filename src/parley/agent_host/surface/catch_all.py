"""The one place where whatever agent code raises is caught, SystemExit and the like included."""

from __future__ import annotations

from types import TracebackType


class CatchAll:
    """`with CatchAll() as caught:` runs agent code; `caught.error` tells how it ended."""

    error: BaseException | None = None

    def __enter__(self) -> CatchAll:
        return self

    def __exit__(self, kind: object, error: BaseException | None, traceback: TracebackType | None) -> bool:
        self.error = error
        return True


def safe_str(value: object) -> str:
    """str() of an object whose class is not ours."""
    with CatchAll():
        return str(value)
    return f"<{type(value).__module__}.{type(value).__qualname__}>"
