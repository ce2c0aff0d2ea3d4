"""How many examples Hypothesis makes up for a property: few at every run, which adds up; many in `make test-fuzz`.

The few are the same at every run, so that whoever changes something else is not stopped by what chance found. What is new
is found where it is looked for: in the long form, whose examples are others each time."""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

IS_LONG = os.environ.get("PROPERTIES") == "long"
EXAMPLES = 100 if IS_LONG else 10
SHARE = 15
LEAST = 10


def load_profile() -> None:
    """How long an example takes says more about what else the machine does than about the code. What failed before is
    tried again in the long form only: examples of which some depend on the machine's history are not the same ones."""
    settings.register_profile(
        "long", max_examples=EXAMPLES, deadline=None, suppress_health_check=[HealthCheck.too_slow]
    )
    settings.register_profile("short", settings.get_profile("long"), derandomize=True, database=None)
    settings.load_profile("long" if IS_LONG else "short")


def examples(number: int) -> settings:
    """`number` of them in the long form, a fraction otherwise. For properties that few examples say little about."""
    return settings(max_examples=number if IS_LONG else max(LEAST, number // SHARE))
