"""Results of pure functions, kept for one decision: several rules look at the same text.

They do not outlive the decision, because their keys are what somebody said. What an author wrote comes back with every
turn and is kept for longer, elsewhere: parsed instructions, and vectors of conditions and descriptions. Where the
author's text has variables, their values are part of it, and conditions in what a function gives back count as its own.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import ParamSpec, TypeVar, cast

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")

MAX_ENTRIES = 512
"""Per function."""

_clear_functions: list[Callable[[], None]] = []


def cached_per_decision(function: Callable[Arguments, Result]) -> Callable[Arguments, Result]:
    """For a pure function of hashable arguments whose result nobody changes."""
    cached = lru_cache(maxsize=MAX_ENTRIES)(function)
    _clear_functions.append(cached.cache_clear)
    return cast(Callable[Arguments, Result], cached)


def clear_caches() -> None:
    for clear in _clear_functions:
        clear()
