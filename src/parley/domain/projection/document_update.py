"""Updates a document of a file from the tree: what did not change keeps its form."""

from __future__ import annotations

from typing import Any

from parley.domain.projection.records import Json

_NAMES = ("name", "keyphrase", "regex", "regular_expression", "key", "parameter_name")
"""What an item of a list is known by."""


def update(there: Any, before: Any, after: Any) -> Any:
    """`before` is what the tree made of `there`: what it does not know of a mapping is kept."""
    if before == after:
        return there
    if isinstance(there, dict) and isinstance(before, dict) and isinstance(after, dict):
        return _update_mapping(there, before, after)
    if isinstance(there, list) and isinstance(before, list) and isinstance(after, list) and len(there) == len(before):
        return _update_list(there, before, after)
    return after


def _update_mapping(there: Json, before: Json, after: Json) -> Json:
    found: Json = {}
    for key, value in there.items():
        if key in after:
            found[key] = update(value, before.get(key), after[key])
        elif key not in before:
            found[key] = value
    for key, value in after.items():
        if key not in there and not (key in before and before[key] == value):
            found[key] = value
    return found


def _update_list(there: list[Any], before: list[Any], after: list[Any]) -> list[Any]:
    """Items are told apart by their names, wherever they stand now."""
    found = []
    rest = list(range(len(before)))
    for item in after:
        index = next((each for each in rest if before[each] == item), None)
        if index is None:
            index = next((each for each in rest if _name(before[each]) == _name(item) is not None), None)
        if index is None:
            found.append(item)
            continue
        rest.remove(index)
        found.append(update(there[index], before[index], item))
    return found


def _name(item: Any) -> Any:
    return next((item[key] for key in _NAMES if key in item), None) if isinstance(item, dict) else None
