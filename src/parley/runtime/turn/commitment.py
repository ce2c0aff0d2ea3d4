"""Whether a turn counts. One that was foreseen, or that the user goes on with, can be thrown away as long as nothing of
it can be seen outside: words that nobody has heard, a request to the model. A function call ends that."""

from __future__ import annotations

import asyncio
from typing import Final


class Commitment:
    """Of one turn."""

    def __init__(self, *, is_foreseen: bool = False, is_final: bool = False) -> None:
        self.is_foreseen = is_foreseen
        """It is not known yet whether the user has said all of it."""
        self.committed_at: float | None = None
        """When a turn that was foreseen began to count."""
        self.is_withdrawn = False
        self.is_final = is_final
        """It cannot be withdrawn any more."""
        self._counts = asyncio.Event()
        if not is_foreseen:
            self._counts.set()

    async def before_effects(self) -> None:
        """To be awaited before whatever cannot be undone. Cancelled where the turn is withdrawn."""
        await self._counts.wait()
        self.is_final = True

    def commit(self, at: float) -> None:
        self.committed_at = at
        self._counts.set()

    def withdraw(self) -> bool:
        """False: it is too late."""
        if not self.is_final:
            self.is_withdrawn = True
        return self.is_withdrawn


COUNTS: Final = Commitment(is_final=True)
"""Of a turn that nobody withdraws."""
