"""Chance, from one place. What depends on it takes it as an argument, and this is what it gets unless a test says
otherwise. Secrets and ids are made in `ids`: what comes from here can be foreseen."""

from __future__ import annotations

import random


def fraction() -> float:
    """At least 0 and less than 1."""
    return random.random()  # noqa: S311 nothing secret depends on it


def seeded(seed: int) -> random.Random:
    """The same each time: for simulations that are to be repeated."""
    return random.Random(seed)  # noqa: S311 nothing secret depends on it
