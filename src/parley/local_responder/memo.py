"""What is known about a text is worked out once in a decision, and forgotten with it: it is what somebody said."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import ParamSpec, TypeVar, cast

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")

MOST = 512

_forgetting: list[Callable[[], None]] = []


def once(function: Callable[Arguments, Result]) -> Callable[Arguments, Result]:
    """For a pure function of hashable arguments whose result nobody changes."""
    remembering = lru_cache(maxsize=MOST)(function)
    _forgetting.append(remembering.cache_clear)
    return cast(Callable[Arguments, Result], remembering)


def forget() -> None:
    for clear in _forgetting:
        clear()
