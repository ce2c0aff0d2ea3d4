"""`conv.log`, and the module `plog` that some projects use instead. Both end up in the record of the call."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from contextvars import ContextVar, Token
from typing import Any, TypeVar

from parley.runtime.host.surface.recorder import Recorder

F = TypeVar("F", bound=Callable[..., Any])


class ConversationLogger:
    def __init__(self, recorder: Recorder) -> None:
        self._recorder = recorder

    def debug(self, content: object = "", is_pii: bool = False, **fields: Any) -> None:
        self._recorder.log("debug", content, is_pii, fields)

    def info(self, content: object = "", is_pii: bool = False, **fields: Any) -> None:
        self._recorder.log("info", content, is_pii, fields)

    def warning(self, content: object = "", is_pii: bool = False, **fields: Any) -> None:
        self._recorder.log("warning", content, is_pii, fields)

    def error(self, content: object = "", is_pii: bool = False, **fields: Any) -> None:
        self._recorder.log("error", content, is_pii, fields)

    def exception(self, content: object = "", is_pii: bool = False, **fields: Any) -> None:
        self._recorder.log("error", content, is_pii, {"exc_info": True, **fields})

    warn = warning
    critical = fatal = error


class _Listening:
    """Whose call is under way; a child serves one at a time, on any number of threads."""

    recorder: Recorder | None = None


_listening = _Listening()
_temporary: ContextVar[Mapping[str, Any]] = ContextVar("plog_fields", default={})  # noqa: B039 - never changed in place


def listen(recorder: Recorder | None) -> None:
    _listening.recorder = recorder


class BoundLogger:
    """plog as a value: `bind` gives a logger with more fields, `tmp_bind` adds them for a while."""

    def __init__(self, fields: Mapping[str, Any] | None = None) -> None:
        self._fields = dict(fields or {})

    def bind(self, **fields: Any) -> BoundLogger:
        return BoundLogger({**self._fields, **fields})

    new = bind

    def unbind(self, *names: str) -> BoundLogger:
        return BoundLogger({name: value for name, value in self._fields.items() if name not in names})

    def tmp_bind(self, *_: Any, **fields: Any) -> TemporaryFields:
        return TemporaryFields(fields)

    def get_logger(self, *_: Any, **fields: Any) -> BoundLogger:
        return self.bind(**fields)

    def debug(self, message: object = "", *_: Any, **fields: Any) -> None:
        self._write("debug", message, fields)

    def info(self, message: object = "", *_: Any, **fields: Any) -> None:
        self._write("info", message, fields)

    def warning(self, message: object = "", *_: Any, **fields: Any) -> None:
        self._write("warning", message, fields)

    def error(self, message: object = "", *_: Any, **fields: Any) -> None:
        self._write("error", message, fields)

    def exception(self, message: object = "", *_: Any, **fields: Any) -> None:
        self._write("error", message, {"exc_info": True, **fields})

    warn = warning
    critical = fatal = error

    def _write(self, level: str, message: object, fields: Mapping[str, Any]) -> None:
        if (recorder := _listening.recorder) is not None:
            given = {**self._fields, **_temporary.get(), **fields}
            recorder.log(level, message, bool(given.pop("is_pii", False)), given)


class TemporaryFields:
    """Both a decorator and a context manager."""

    def __init__(self, fields: Mapping[str, Any]) -> None:
        self._fields = dict(fields)
        self._tokens: list[Token[Mapping[str, Any]]] = []

    def __enter__(self) -> BoundLogger:
        self._tokens.append(_temporary.set({**_temporary.get(), **self._fields}))
        return BoundLogger(self._fields)

    def __exit__(self, *_: object) -> None:
        _temporary.reset(self._tokens.pop())

    def __call__(self, function: F) -> F:
        @functools.wraps(function)
        def bound(*args: Any, **kwargs: Any) -> Any:
            with TemporaryFields(self._fields):
                return function(*args, **kwargs)

        return bound  # type: ignore[return-value]
