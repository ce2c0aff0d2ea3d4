"""How many examples Hypothesis makes up for a property: few at every run, which adds up; many in `make test-fuzz`."""

from __future__ import annotations

import os

from hypothesis import settings

IS_LONG = os.environ.get("PROPERTIES") == "long"
EXAMPLES = 100 if IS_LONG else 15
SHARE = 15
LEAST = 10


def examples(number: int) -> settings:
    """`number` of them in the long form, a fraction otherwise. For properties that few examples say little about."""
    return settings(max_examples=number if IS_LONG else max(LEAST, number // SHARE))
