"""Values for the path of every request: dataclasses that the type checker keeps frozen.

To make a frozen instance costs seven times as much as to make another, and a turn makes some hundred members of
values. So the promise is checked where it costs nothing: mypy sees the ordinary decorator and refuses assignments.
"""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
else:

    def dataclass(*, frozen: bool = False, **options: Any) -> Any:
        return dataclasses.dataclass(unsafe_hash=frozen, **options)
