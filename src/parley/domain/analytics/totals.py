"""Counted hours added up over what a question does not ask about. Pure."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import Any, Protocol, TypeVar

from parley.domain.analytics.model import Dimension, Facet, Question
from parley.kit.values import value

ALL = "all"


class Addable(Protocol):
    def add(self, other: Any) -> None: ...


Key = TypeVar("Key", bound=Hashable)
Added = TypeVar("Added", bound=Addable)


@value
class TotalsOf:
    """Which totals answer a question."""

    facet: str
    """A dimension, or ALL."""
    value: str | None
    """None: each one there is."""


def totals_of(question: Question) -> TotalsOf | None:
    """None: it asks about two dimensions at once, and of these there are no totals."""
    only = {
        Dimension.CHANNEL: question.channel,
        Dimension.VARIANT: question.variant_id,
        Dimension.DEPLOYMENT: None if question.deployment_id is None else str(question.deployment_id),
    }
    asked = {dimension for dimension, wanted in only.items() if wanted is not None}
    if question.by in only:
        asked.add(question.by)
    if len(asked) > 1:
        return None
    for dimension in asked:
        return TotalsOf(dimension, only[dimension])
    return TotalsOf(ALL, "")


def add_up(
    parts: Iterable[tuple[Key, Facet, Added]], nothing: Callable[[], Added]
) -> dict[tuple[Key, str, str], Added]:
    """By key, facet and its value."""
    found: dict[tuple[Key, str, str], Added] = {}
    for key, facet, sums in parts:
        for name, named in _facets(facet):
            place = key, name, named
            if place not in found:
                found[place] = nothing()
            found[place].add(sums)
    return found


def _facets(facet: Facet) -> Iterator[tuple[str, str]]:
    yield ALL, ""
    yield Dimension.CHANNEL, facet.channel
    yield Dimension.VARIANT, facet.variant_id
    yield Dimension.DEPLOYMENT, str(facet.deployment_id)
