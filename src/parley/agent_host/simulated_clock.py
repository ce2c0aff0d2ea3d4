"""A clock that stands still for agent code during one call, for test suites with `simulated_at`.

Only what projects can see is replaced: the members of `datetime` and `time`, and the same names in project modules.
The stand-ins make real dates, so nothing of this is ever stored.
"""

from __future__ import annotations

import datetime as datetime_module
import time as time_module
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, date, datetime, tzinfo
from types import ModuleType
from typing import Any


def parse_instant(text: str) -> datetime:
    """ISO 8601; without an offset it is UTC."""
    found = datetime.fromisoformat(text)
    return found.replace(tzinfo=UTC) if found.tzinfo is None else found.astimezone(UTC)


class _Frozen:
    instant: datetime | None = None

    def now(self) -> datetime:
        return self.instant or datetime.now(UTC)


_frozen = _Frozen()


class _RealDatesCount(type):
    """Real dates count as instances, since the stand-ins never make any of their own."""

    _real: type

    def __instancecheck__(cls, instance: object) -> bool:
        return isinstance(instance, cls._real)

    def __subclasscheck__(cls, subclass: type) -> bool:
        return issubclass(subclass, cls._real)


class _StandInDate(date, metaclass=_RealDatesCount):
    _real = date

    def __new__(cls, *args: Any, **kwargs: Any) -> Any:
        return date(*args, **kwargs)

    @classmethod
    def today(cls) -> Any:
        return _frozen.now().date()

    @classmethod
    def __get_pydantic_core_schema__(cls, source: object, handler: Callable[[Any], Any]) -> Any:
        # A model that is defined while the clock stands still outlives it: its fields are real dates.
        return handler(date)


class _StandInDatetime(datetime, metaclass=_RealDatesCount):
    _real = datetime

    def __new__(cls, *args: Any, **kwargs: Any) -> Any:
        return datetime(*args, **kwargs)  # noqa: DTZ001 - as naive as the agent wants it

    @classmethod
    def now(cls, tz: tzinfo | None = None) -> Any:
        return _frozen.now().astimezone(tz) if tz else cls.utcnow()

    @classmethod
    def utcnow(cls) -> Any:
        return _frozen.now().replace(tzinfo=None)

    @classmethod
    def today(cls) -> Any:
        return cls.utcnow()

    @classmethod
    def __get_pydantic_core_schema__(cls, source: object, handler: Callable[[Any], Any]) -> Any:
        return handler(datetime)


def _time() -> float:
    return _frozen.now().timestamp()


def _time_ns() -> int:
    return int(_frozen.now().timestamp() * 1_000_000) * 1000


def _gmtime(seconds: float | None = None) -> time_module.struct_time:
    return _REAL_GMTIME(_time() if seconds is None else seconds)


def _localtime(seconds: float | None = None) -> time_module.struct_time:
    return _REAL_LOCALTIME(_time() if seconds is None else seconds)


def _strftime(pattern: str, moment: Any = None) -> str:
    return _REAL_STRFTIME(pattern, _localtime() if moment is None else moment)


def _ctime(seconds: float | None = None) -> str:
    return time_module.asctime(_localtime(seconds))


_REAL_GMTIME, _REAL_LOCALTIME, _REAL_STRFTIME = time_module.gmtime, time_module.localtime, time_module.strftime
_REPLACED: tuple[tuple[ModuleType, str, Any], ...] = (
    (datetime_module, "datetime", _StandInDatetime),
    (datetime_module, "date", _StandInDate),
    (time_module, "time", _time),
    (time_module, "time_ns", _time_ns),
    (time_module, "gmtime", _gmtime),
    (time_module, "localtime", _localtime),
    (time_module, "strftime", _strftime),
    (time_module, "ctime", _ctime),
)


@contextmanager
def freeze_clock(instant: datetime, modules: Callable[[], Iterator[ModuleType]]) -> Iterator[None]:
    """`modules`: the project's, asked again at the end, because more may have been imported meanwhile."""
    real = [(owner, name, getattr(owner, name), stand_in) for owner, name, stand_in in _REPLACED]
    _frozen.instant = instant
    for owner, name, _, stand_in in real:
        setattr(owner, name, stand_in)
    _swap(modules(), {id(original): stand_in for _, _, original, stand_in in real})
    try:
        yield
    finally:
        _frozen.instant = None
        for owner, name, original, _ in real:
            setattr(owner, name, original)
        _swap(modules(), {id(stand_in): original for _, _, original, stand_in in real})


def _swap(modules: Iterator[ModuleType], replacements: dict[int, Any]) -> None:
    for module in modules:
        for name, value in list(vars(module).items()):
            # By identity: values of agent code may have no hash, and comparing them would run its code.
            if id(value) in replacements:
                setattr(module, name, replacements[id(value)])
