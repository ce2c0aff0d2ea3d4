"""The state of a conversation: live objects while code runs, one opaque pickle between calls.

Pickles are made and opened in the child only. Beside the state travels what the surface itself must remember (`kept`).
"""

from __future__ import annotations

import copy
import io
import pickle
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from parley.agent_host.protocol import Json, StateChanges
from parley.agent_host.surface.attributes import Attributes
from parley.agent_host.surface.catch_all import CatchAll, safe_str
from parley.agent_host.surface.errors import TooLarge

_FORMER_PACKAGE, _PACKAGE = "parley.runtime.host.", "parley.agent_host."
"""Responses of `conv.api` and loggers of `plog` are no names of `_gen`: a state holds them by the module that they were
in when it was stored."""


class State(Attributes):
    """`state.x` is None when it was never set, `state["x"]` raises KeyError like any dictionary."""

    def __deepcopy__(self, memo: dict[int, Any]) -> State:
        return State(copy.deepcopy(dict(self), memo))

    def __copy__(self) -> State:
        return State(self)

    def __reduce__(self) -> Any:
        return (State, (dict(self),))


class StateUnreadable(Exception):
    """The stored state cannot be opened any more."""


@dataclass(frozen=True, slots=True)
class StoredState:
    data: bytes
    dropped: Mapping[str, str]
    """Keys whose values cannot be stored → why."""


@dataclass(frozen=True, slots=True)
class LoadedState:
    state: State
    kept: dict[str, Json]
    lost: tuple[str, ...] = ()
    """Classes that could not be imported; their objects are `Lost` now."""


def load(data: bytes) -> LoadedState:
    if not data:
        return LoadedState(State(), {})
    with CatchAll() as caught:
        loader = _Loader(io.BytesIO(data))
        values, kept = loader.load()
        return LoadedState(State(values), kept, tuple(loader.lost))
    raise StateUnreadable(f"{type(caught.error).__name__}: {safe_str(caught.error)}")


def store(state: Mapping[Any, Any], kept: Mapping[str, Json], limit: int) -> StoredState:
    values = dict(state)
    with CatchAll() as caught:
        return StoredState(_dump((values, dict(kept)), limit), {})
    # Half of a state is worse than none: one that is too large is refused whole, and nothing is dropped.
    if isinstance(caught.error, TooLarge):
        raise caught.error
    # Something cannot be pickled: only now each value is tried alone, because together they may share objects.
    dropped: dict[str, str] = {}
    for key, value in list(values.items()):
        with CatchAll() as reason:
            _dump(value, limit)
        if reason.error is not None:
            dropped[safe_str(key)] = f"{type(reason.error).__name__}: {safe_str(reason.error)}"
            del values[key]
    return StoredState(_dump((values, dict(kept)), limit), dropped)


def find_difference(before: Mapping[str, Json], after: Mapping[str, Json]) -> StateChanges:
    added: dict[str, Json] = {}
    updated: dict[str, Json] = {}
    for key, value in after.items():
        if key not in before:
            added[key] = value
        elif before[key] != value:
            updated[key] = value
    return StateChanges(added, updated, tuple(key for key in before if key not in after))


class _BoundedBuffer(io.BytesIO):
    """Refuses while it is written: a pickle that does not fit must not first take the memory."""

    def __init__(self, limit: int) -> None:
        super().__init__()
        self._limit = self._left = limit

    def write(self, data: Any, /) -> int:
        self._left -= memoryview(data).nbytes
        if self._left < 0:
            raise TooLarge(f"conv.state has more than {self._limit:,} bytes")
        return super().write(data)


def _dump(value: object, limit: int) -> bytes:
    file = _BoundedBuffer(limit)
    pickle.Pickler(file, pickle.HIGHEST_PROTOCOL).dump(value)
    return file.getvalue()


class Lost:
    """Stands where an object was whose class cannot be imported any more; the rest of the state lives on."""

    def __init__(self, *_: object, **__: object) -> None:
        pass

    def __setstate__(self, state: object) -> None:
        pass

    def __reduce__(self) -> Any:
        return (Lost, ())

    def __repr__(self) -> str:
        return "<lost>"


class _Loader(pickle.Unpickler):
    def __init__(self, file: io.BytesIO) -> None:
        super().__init__(file)
        self.lost: list[str] = []

    def find_class(self, module: str, name: str) -> Any:
        with CatchAll():
            return super().find_class(module.replace(_FORMER_PACKAGE, _PACKAGE, 1), name)
        self.lost.append(f"{module}.{name}")
        return Lost
