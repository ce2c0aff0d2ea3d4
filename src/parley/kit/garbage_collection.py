"""The garbage collector of a process that serves: there is little cyclic garbage, and each look for it holds up
requests."""

from __future__ import annotations

import gc


def tune() -> None:
    """To be called once everything is imported: what is there then stays, and is never looked at again."""
    gc.collect()
    gc.freeze()
    # Python's own 700 suits programs that make cycles; ours make few, and nearly all objects end without the collector.
    gc.set_threshold(50_000, 20, 50)
