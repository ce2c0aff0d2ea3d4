"""What can go wrong on either side. Neither says what anybody wrote."""

from __future__ import annotations


class SideFailed(Exception):
    """A side could not be reached, or was not able to answer: the same is done again later."""

    def __init__(self, side: str, why: str) -> None:
        super().__init__(f"{side}: {why}")


class Refused(SideFailed):
    """It was reached and said no."""

    def __init__(self, side: str, status: int) -> None:
        super().__init__(side, f"HTTP {status}")
        self.status = status
