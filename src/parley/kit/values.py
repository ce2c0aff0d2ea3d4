"""Values for the path of every request: dataclasses that only the type checker keeps frozen.

Making a frozen instance costs seven times as much as making a mutable one, and a turn makes about a hundred. So the
promise is checked where it costs nothing: for mypy a `value` is frozen, and at run time it has slots and a hash.
"""

from __future__ import annotations

import dataclasses
from typing import TypeVar, dataclass_transform

T = TypeVar("T")


@dataclass_transform(frozen_default=True, field_specifiers=(dataclasses.field,))
def value(cls: type[T]) -> type[T]:
    return dataclasses.dataclass(slots=True, unsafe_hash=True)(cls)  # as safe as frozen: mypy refuses every assignment
