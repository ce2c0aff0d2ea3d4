"""Pure: two changed versions of a tree of values brought together, key by key."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parley.domain.branches.tree_merge import MISSING, Resolution, TreeMerge, same
from tests.properties import examples

scalars = st.none() | st.booleans() | st.integers(0, 2) | st.sampled_from(["", "a", "b"])
trees = st.recursive(
    scalars,
    lambda inner: st.lists(scalars, max_size=3) | st.dictionaries(st.sampled_from("abc"), inner, max_size=3),
    max_leaves=8,
)
mappings = st.dictionaries(st.sampled_from("abcd"), trees, max_size=4)


def merged(base: Any, ours: Any, theirs: Any, **resolutions: str) -> tuple[Any, list[tuple[tuple[str, ...], str]]]:
    merging = TreeMerge({tuple(path.split("/")): Resolution(chosen) for path, chosen in resolutions.items()})
    found = merging.merge(base, ours, theirs, ())
    return found, [(conflict.path, conflict.type) for conflict in merging.conflicts]


@pytest.mark.parametrize(
    ("base", "ours", "theirs", "found", "conflicts"),
    [
        ({"a": 1, "b": 2}, {"a": 3, "b": 2}, {"a": 1, "b": 4}, {"a": 3, "b": 4}, []),
        ({"a": 1}, {"a": 2}, {"a": 3}, {"a": 1}, [(("a",), "modify")]),
        ({"a": 1}, {}, {"a": 3}, {"a": 1}, [(("a",), "delete")]),
        ({}, {"a": 2}, {"a": 3}, {}, [(("a",), "add")]),
        ({"a": 1, "b": 1}, {"b": 1}, {"a": 1}, {}, []),
        ({"a": {"x": 1}}, {"a": {"x": 1, "y": 2}}, {"a": {"x": 1, "z": 3}}, {"a": {"x": 1, "y": 2, "z": 3}}, []),
        ({"a": 1}, {"a": True}, {"a": 1.0}, {"a": 1}, [(("a",), "modify")]),
        ([1, 2], [1, 2, 3], [0, 1, 2], [1, 2], [((), "modify")]),
        (
            [{"name": "x", "v": 1}, {"name": "y", "v": 1}],
            [{"name": "x", "v": 2}, {"name": "y", "v": 1}],
            [{"name": "x", "v": 1}, {"name": "new"}, {"name": "y", "v": 3}],
            [{"name": "x", "v": 2}, {"name": "new"}, {"name": "y", "v": 3}],
            [],
        ),
        (
            [{"name": "x"}, {"name": "y"}, {"name": "z"}],
            [{"name": "y"}, {"name": "x"}, {"name": "z"}],
            [{"name": "x"}, {"name": "z"}, {"name": "y"}],
            [{"name": "x"}, {"name": "y"}, {"name": "z"}],
            [((), "modify")],
        ),
        (
            [{"name": "x"}, {"name": "y"}],
            [{"name": "y"}, {"name": "x"}],
            [{"name": "x"}, {"name": "y", "v": 1}],
            [{"name": "y", "v": 1}, {"name": "x"}],
            [],
        ),
    ],
)
def test_changes_of_different_places_go_together(
    base: Any, ours: Any, theirs: Any, found: Any, conflicts: list[Any]
) -> None:
    assert merged(base, ours, theirs) == (found, conflicts)


@pytest.mark.parametrize(("strategy", "found"), [("ours", 2), ("theirs", 3), ("base", 1)])
def test_a_resolution_takes_a_side(strategy: str, found: int) -> None:
    assert merged({"a": 1, "b": 1}, {"a": 2, "b": 5}, {"a": 3, "b": 1}, a=strategy) == ({"a": found, "b": 5}, [])


def test_a_resolution_may_have_a_value_of_its_own() -> None:
    merging = TreeMerge({("a",): Resolution("ours", "new")})
    assert merging.merge({"a": 1}, {"a": 2}, {}, ()) == {"a": "new"}


@pytest.mark.slow
@given(mappings, mappings)
def test_where_one_side_did_nothing_the_other_counts(base: Any, changed: Any) -> None:
    for found, conflicts in (merged(base, base, changed), merged(base, changed, base), merged(base, changed, changed)):
        assert same(found, changed)
        assert conflicts == []


@pytest.mark.slow
@examples(300)
@given(mappings, mappings, mappings)
def test_it_does_not_matter_who_merges(base: Any, ours: Any, theirs: Any) -> None:
    one, other = merged(base, ours, theirs), merged(base, theirs, ours)
    assert same(one[0], other[0])
    assert sorted(one[1]) == sorted(other[1])


@pytest.mark.slow
@examples(300)
@given(mappings, mappings, mappings)
def test_who_takes_one_side_in_every_conflict_has_it_there(base: Any, ours: Any, theirs: Any) -> None:
    merging = TreeMerge()
    merging.merge(base, ours, theirs, ())
    for strategy, side in (("ours", ours), ("theirs", theirs), ("base", base)):
        again = TreeMerge({each.path: Resolution(strategy) for each in merging.conflicts})
        found = again.merge(base, ours, theirs, ())
        assert again.conflicts == []
        for conflict in merging.conflicts:
            assert same(_at(found, conflict.path), _at(side, conflict.path))


def _at(tree: Any, path: tuple[str, ...]) -> Any:
    for key in path:
        if not isinstance(tree, dict) or key not in tree:
            return MISSING
        tree = tree[key]
    return tree
