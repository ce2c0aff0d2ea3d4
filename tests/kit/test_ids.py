from __future__ import annotations

import time
from uuid import UUID

from parley.kit.ids import random_hex, trace_id, uuid7


def test_uuid7_is_sortable_by_time_and_well_formed() -> None:
    before = time.time_ns() // 1_000_000
    made = [uuid7() for _ in range(2000)]
    after = time.time_ns() // 1_000_000
    assert all(one.version == 7 and one.variant == "specified in RFC 4122" for one in made)
    assert all(before <= one.int >> 80 <= after for one in made)
    assert [one.int >> 64 for one in made] == sorted(one.int >> 64 for one in made)
    assert len(set(made)) == len(made)


def test_random_tokens_have_the_asked_width() -> None:
    assert len(random_hex(7)) == 7
    assert random_hex(22) != random_hex(22)


def test_trace_ids_are_uuids_and_differ() -> None:
    made = {trace_id() for _ in range(1000)}
    assert len(made) == 1000
    assert {UUID(one).version for one in made} == {4}
    assert {UUID(one).variant for one in made} == {"specified in RFC 4122"}
