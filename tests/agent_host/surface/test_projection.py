"""Any object has a JSON form, of bounded size, that is the same each time."""

from __future__ import annotations

import enum
import uuid
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time
from decimal import Decimal
from typing import Any
from zoneinfo import ZoneInfo

import orjson
import pydantic
import pytest
from hypothesis import given
from hypothesis import strategies as st

from parley.agent_host.surface.projection import CUT, MAX_DEPTH, project, project_members
from tests.properties import examples


class Colour(enum.Enum):
    RED = "red"


class Level(enum.IntEnum):
    HIGH = 3


@dataclass
class Order:
    id: int
    lines: list[str] = field(default_factory=list)


class Patient(pydantic.BaseModel):
    name: str
    born: date


class Plain:
    def __init__(self) -> None:
        self.a = 1


class Hostile:
    def __str__(self) -> str:
        raise SystemExit

    __repr__ = __str__


class Nameless:
    __slots__ = ()


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (True, True),
        (datetime(2025, 1, 2, 3, 4, tzinfo=UTC), "2025-01-02T03:04:00+00:00"),
        (date(2025, 1, 2), "2025-01-02"),
        (time(9, 30), "09:30:00"),
        (ZoneInfo("US/Central"), "US/Central"),
        (Decimal("1.50"), "1.50"),
        (uuid.UUID(int=5), "00000000-0000-0000-0000-000000000005"),
        ({3, 1} - {3}, [1]),
        ((1, 2), [1, 2]),
        (float("nan"), "nan"),
        (float("-inf"), "-inf"),
        (2**70, str(2**70)),
        (b"caf\xc3\xa9", "café"),
        (Colour.RED, "red"),
        (Level.HIGH, 3),
        (Order(1, ["a"]), {"id": 1, "lines": ["a"]}),
        (Patient(name="Bo", born=date(1990, 1, 1)), {"name": "Bo", "born": "1990-01-01"}),
        (Plain(), {"a": 1}),
        (Nameless(), {}),
        ({1: "a", None: "b"}, {"1": "a", "None": "b"}),
        ("half \ud800 pair", "half ? pair"),
    ],
)
def test_forms(value: Any, expected: Any) -> None:
    assert project(value) == expected


def test_what_raises_even_on_str_still_has_a_form() -> None:
    assert project({"x": Hostile()})["x"].endswith("Hostile>")


def test_cycles_and_depth_end() -> None:
    loop: list[Any] = []
    loop.append(loop)
    found, depth = project(loop), 0
    while found != CUT:
        found, depth = found[0], depth + 1
    assert depth == MAX_DEPTH


def test_size_is_bounded() -> None:
    assert len(orjson.dumps(project(["x" * 1000] * 1000, characters=5000))) < 9000
    assert len(project(list(range(10)) + [[]] * 1000, members=100)) < 200
    assert project_members({"a": "x" * 100}, 10) == {"a": "x" * 9 + CUT}


objects = st.recursive(
    st.none() | st.floats() | st.integers() | st.text(max_size=5) | st.binary(max_size=4) | st.dates(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.integers() | st.text(max_size=3), inner, max_size=3),
    max_leaves=10,
)


@pytest.mark.slow
@given(objects)
@examples(30)
def test_every_projection_is_json_and_stable(value: Any) -> None:
    once = project(value)
    orjson.dumps(once)
    assert project(once) == once
