"""How many examples Hypothesis makes up for a property: few at every run, many in `make test-fuzz`.

The few are the same at every run, so that whoever changes something else is not stopped by what chance found. The many
are others each time: that is where something new is looked for."""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

FORM = os.environ.get("PROPERTIES", "short")
"""`few` where pure tests run alone, `long` in `make test-fuzz`."""
IS_LONG = FORM == "long"
EXAMPLES = {"few": 5, "short": 10, "long": 100}[FORM]
SHARE = {"few": 30, "short": 15, "long": 1}[FORM]


def load_profile() -> None:
    """How long an example takes says more about what else the machine does than about the code."""
    settings.register_profile(
        "long", max_examples=EXAMPLES, deadline=None, suppress_health_check=[HealthCheck.too_slow]
    )
    settings.register_profile("short", settings.get_profile("long"), derandomize=True, database=None)
    settings.load_profile("long" if IS_LONG else "short")


def examples(number: int) -> settings:
    """`number` of them in the long form, a fraction otherwise. For properties that few examples say little about."""
    return settings(max_examples=max(EXAMPLES, number // SHARE) if not IS_LONG else number)
