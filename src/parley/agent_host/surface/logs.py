"""`conv.log`, and the module `plog` that some projects use instead. Both end up in the record of the call."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from contextvars import ContextVar, Token
from typing import Any, TypeVar

from parley.agent_host.surface.effects_recorder import EffectsRecorder

F = TypeVar("F", bound=Callable[..., Any])


class _Levels:
    """One method per level. The message is the first argument, so that every name is free for a field."""

    def debug(self, *args: Any, **fields: Any) -> None:
        self._write("debug", args, fields)

    def info(self, *args: Any, **fields: Any) -> None:
        self._write("info", args, fields)

    def warning(self, *args: Any, **fields: Any) -> None:
        self._write("warning", args, fields)

    def error(self, *args: Any, **fields: Any) -> None:
        self._write("error", args, fields)

    def exception(self, *args: Any, **fields: Any) -> None:
        self._write("error", args, {"exc_info": True, **fields})

    warn = warning
    critical = fatal = error

    def _write(self, level: str, args: tuple[Any, ...], fields: dict[str, Any]) -> None:
        raise NotImplementedError


class ConversationLogger(_Levels):
    """`conv.log.info(content, is_pii=False, **anything)`."""

    def __init__(self, recorder: EffectsRecorder) -> None:
        self._recorder = recorder

    def _write(self, level: str, args: tuple[Any, ...], fields: dict[str, Any]) -> None:
        content = args[0] if args else fields.pop("content", "")
        is_pii = args[1] if len(args) > 1 else fields.pop("is_pii", False)
        self._recorder.log(level, content, bool(is_pii), fields)


class _CurrentCall:
    """Whose call is under way; a child serves one at a time, on any number of threads. So this is no context variable:
    new threads would not see it."""

    recorder: EffectsRecorder | None = None


_current_call = _CurrentCall()
_temporary: ContextVar[Mapping[str, Any]] = ContextVar("plog_fields", default={})  # noqa: B039 - never changed in place


def set_recorder(recorder: EffectsRecorder | None) -> None:
    _current_call.recorder = recorder


class BoundLogger(_Levels):
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

    def _write(self, level: str, args: tuple[Any, ...], fields: dict[str, Any]) -> None:
        if (recorder := _current_call.recorder) is not None:
            message = args[0] if args else fields.pop("message", fields.pop("event", ""))
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
