"""Cyclic garbage in a process that serves: there is little of it, and looking for it again and again costs requests."""

from __future__ import annotations

import gc


def tune() -> None:
    """Call it once everything is imported: what is there stays, and is not looked at any more."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)
