"""JSON Schema keywords that `jsonschema` leaves without a limit: patterns in linear time, and all work counted."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from jsonschema.exceptions import ValidationError

from parley.domain.projects.loading.patterns import DATA_KEYWORDS, NAME_KEYWORDS
from parley.kit.patterns.errors import PatternUnsupported
from parley.kit.patterns.pattern import Pattern, compile_pattern

Keyword = Callable[[Any, Any, Any, Any], Iterable[ValidationError] | None]

ALLOWANCE = 16_000_000
"""WorkBudget of one check: a few seconds at worst."""
EACH = 100
"""What holding one value against one keyword costs at least."""
REFERENCES = frozenset({"$ref", "$dynamicRef", "$recursiveRef"})


class WorkExceeded(Exception):
    """A check takes more than it may."""


class WorkBudget:
    """What is left of the allowance of one check."""

    def __init__(self, root: Any) -> None:
        self._left = ALLOWANCE
        self._weights: dict[int, tuple[Any, int]] = {}
        """By identity, with the value itself: nothing else can come to have its identity."""
        self._patterns: dict[str, Pattern | None] = {}
        self.root = root
        self.crawled = False
        """Whether it is known what the names in the schema stand for; else all of it is searched for each reference."""
        patterns = find_patterns(root, anywhere=True)
        self.has_patterned_names = any(path[-1:] == ("patternProperties",) for path, _ in patterns)

    def spend(self, units: int) -> None:
        self._left -= units
        if self._left < 0:
            raise WorkExceeded

    def weight(self, value: Any) -> int:
        """How much there is to compare or to write out."""
        if isinstance(value, str):
            return 1 + len(value) // 64
        if not isinstance(value, list | Mapping):
            return 1
        found = self._weights.get(id(value))
        if found is None:
            members = value if isinstance(value, list) else [*value, *value.values()]
            found = self._weights[id(value)] = (value, 1 + sum(map(self.weight, members)))
        return found[1]

    def matches(self, source: str, text: str) -> bool:
        """Whether a pattern is found. One that cannot be used is ignored."""
        if source not in self._patterns:
            # Compiling a pattern takes as long as some hundred comparisons; each is compiled once in a check.
            self.spend(50_000)
            try:
                self._patterns[source] = compile_pattern(source)
            except PatternUnsupported:
                self._patterns[source] = None
        pattern = self._patterns[source]
        # Schemas from before patterns were limited still hold in everything else.
        if pattern is None:
            return True
        self.spend(EACH + pattern.size * len(text) // 5)
        return pattern.search(text) is not None


def limited_keywords(known: Mapping[str, Keyword], work: WorkBudget) -> dict[str, Keyword]:
    """All of them, counted; some are ours."""
    ours: dict[str, Keyword] = {
        "pattern": lambda v, value, instance, _: _pattern(work, v, value, instance),
        "patternProperties": lambda v, value, instance, _: _pattern_properties(work, v, value, instance),
        "additionalProperties": lambda v, value, instance, schema: _additional(work, v, value, instance, schema),
        "uniqueItems": lambda v, value, instance, _: _unique(v, value, instance),
    }
    if work.has_patterned_names:
        ours["unevaluatedProperties"] = _ignored
    return {name: _counted(name, ours.get(name, keyword), work) for name, keyword in known.items()}


def _counted(name: str, keyword: Keyword, work: WorkBudget) -> Keyword:
    def counted(validator: Any, value: Any, instance: Any, schema: Any) -> Iterable[ValidationError] | None:
        work.spend(EACH + work.weight(instance))
        if name in ("enum", "const"):
            work.spend(work.weight(value))
        # A pointer is followed as it is. A name is searched for in the whole schema, anew for each reference.
        elif name in REFERENCES and not (work.crawled or str(value).startswith("#/")):
            work.spend(100 * work.weight(work.root))
        return keyword(validator, value, instance, schema)

    return counted


def _ignored(*_: Any) -> None:
    """How `jsonschema` finds out what was evaluated runs patterns of its own."""


def _pattern(work: WorkBudget, validator: Any, source: str, instance: Any) -> Iterator[ValidationError]:
    if validator.is_type(instance, "string") and not work.matches(source, instance):
        yield ValidationError("does not match")


def _pattern_properties(work: WorkBudget, validator: Any, patterns: Any, instance: Any) -> Iterator[ValidationError]:
    if not validator.is_type(instance, "object"):
        return
    for source, inner in patterns.items():
        for name, value in instance.items():
            if work.matches(source, name):
                yield from validator.descend(value, inner, path=name, schema_path=source)


def _additional(work: WorkBudget, validator: Any, rule: Any, instance: Any, schema: Any) -> Iterator[ValidationError]:
    if not validator.is_type(instance, "object"):
        return
    known, patterns = schema.get("properties", {}), schema.get("patternProperties", {})
    extras = [
        name for name in instance if name not in known and not any(work.matches(source, name) for source in patterns)
    ]
    if validator.is_type(rule, "object"):
        for name in extras:
            yield from validator.descend(instance[name], rule, path=name)
    elif not rule and extras:
        names = ", ".join(repr(name) for name in sorted(extras))
        verb = "was" if len(extras) == 1 else "were"
        yield ValidationError(f"Additional properties are not allowed ({names} {verb} unexpected)")


def _unique(validator: Any, wanted: Any, instance: Any) -> Iterator[ValidationError]:
    # In a set: `jsonschema` compares every pair where the values cannot be sorted.
    if wanted and validator.is_type(instance, "array") and len({_key(each) for each in instance}) < len(instance):
        yield ValidationError("has non-unique elements")


def _key(value: Any) -> Any:
    """Equal for equal values of JSON: 1 is 1.0, but not true."""
    if isinstance(value, list):
        return ("list", *map(_key, value))
    if isinstance(value, Mapping):
        return ("object", frozenset((name, _key(each)) for name, each in value.items()))
    return (type(value) is bool, value)


def find_patterns(schema: Any, *, anywhere: bool = False) -> Iterator[tuple[tuple[str, ...], str]]:
    """All patterns of a schema, each with the path of what has it. `anywhere`: also what only looks like one, in data
    and in names, for a reference may lead there and make a schema of it."""
    waiting: list[tuple[tuple[str, ...], Any]] = [((), schema)]
    while waiting:
        path, value = waiting.pop()
        if isinstance(value, list):
            waiting.extend(((*path, str(number)), each) for number, each in enumerate(value))
        if not isinstance(value, Mapping):
            continue
        for name, inner in value.items():
            if name == "pattern" and isinstance(inner, str):
                yield (*path, name), inner
            elif name == "patternProperties" and isinstance(inner, Mapping):
                yield from (((*path, name), each) for each in inner)
            if name in NAME_KEYWORDS and isinstance(inner, Mapping) and not anywhere:
                waiting.extend(((*path, name, known), each) for known, each in inner.items())
            elif name not in DATA_KEYWORDS or anywhere:
                waiting.append(((*path, name), inner))
