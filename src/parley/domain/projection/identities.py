"""Ids of records that files know by their names: worked out from the name, and kept when the name is another one.

Only what differs from the rule is kept: an id whose name changed, one that a client chose, one that would have been
worked out a second time. `gone` are ids of records that are no more: nothing else ever gets them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from parley.domain.projection.files import Files
from parley.domain.projection.records import Json, record_id, records_at

MOST_GONE = 10_000
"""The newest; as many names must have come and gone before an id can come back."""
SEPARATOR = "/"

_NAMED: tuple[tuple[str, tuple[str, ...], str], ...] = (
    ("TOPIC", ("knowledgeBase", "topics"), "name"),
    ("VARIANT", ("variantManagement", "variants"), "name"),
    ("ATTRIBUTE", ("variantManagement", "attributes"), "name"),
    ("FUNCTION", ("functions", "functions"), "name"),
    ("ENTITY", ("entities", "entities"), "name"),
    ("HANDOFF", ("handoff", "handoffs"), "name"),
    ("SMS", ("sms", "templates"), "name"),
    ("TRANSLATION", ("translations", "translations"), "translationKey"),
    ("API-INTEGRATION", ("apiIntegrations", "apiIntegrations"), "name"),
    ("KEYPHRASE", ("keyphraseBoosting", "keyphraseBoosting"), "keyphrase"),
    ("CORRECTION", ("transcriptCorrections", "transcriptCorrections"), "name"),
    ("STOP-KEYWORD", ("stopKeywords", "filters"), "title"),
    ("TEST-CASE", ("testing", "testCases"), "name"),
)
"""Kind, collection in the tree, and the field that says the name."""


@dataclass(frozen=True, slots=True)
class RecordIds:
    given: Mapping[str, str] = field(default_factory=dict)
    """By key, where the id is not that of the name."""
    gone: tuple[str, ...] = ()

    @classmethod
    def read(cls, stored: Mapping[str, Any]) -> RecordIds:
        return cls(dict(stored.get("given", {})), tuple(stored.get("gone", ())))

    def to_json(self) -> Json:
        return {"given": dict(self.given), "gone": list(self.gone)} if self.given or self.gone else {}

    def of(self, prefix: str, *names: str) -> str:
        return self.given.get(key_of(prefix, *names)) or record_id(prefix, *names)


NO_IDS = RecordIds()


@dataclass(frozen=True, slots=True)
class Known:
    """A record that is there."""

    id: str
    """As its name has it, whatever is given."""
    place: str = ""
    """The file that is its own; empty: it is one of many in a file."""


def key_of(prefix: str, *names: str) -> str:
    return SEPARATOR.join((prefix, *names))


def identities(tree: Json) -> Iterator[tuple[str, str]]:
    """Every record that has a name: its key and its id."""
    for prefix, path, naming in _NAMED:
        for record in records_at(tree, *path):
            yield key_of(prefix, str(record[naming]).strip()), record["id"]
    for flow in records_at(tree, "flows", "flows"):
        name = str(flow["name"]).strip()
        yield key_of("FLOW", name), flow["id"]
        for step in records_at(flow, "steps"):
            yield key_of("STEP", name, str(step["name"]).strip()), step["id"]
        for function in records_at(flow, "transitionFunctions"):
            yield key_of("FUNCTION", name, str(function["name"]).strip()), function["id"]


def known_records(tree: Json, files: Files) -> dict[str, Known]:
    """Of a tree whose ids are those of the names."""
    return {key: Known(each, files.places.get(each, "")) for key, each in identities(tree)}


def replacements(tree: Json, ids: RecordIds) -> dict[str, str]:
    """From ids that names have to those that records have."""
    if not ids.given:
        return {}
    return {each: ids.given[key] for key, each in identities(tree) if ids.given.get(key, each) != each}


def replaced(value: Any, known: Mapping[str, str]) -> Any:
    """All at once: one may have got the id that another's name has."""
    if isinstance(value, str):
        return known.get(value, value)
    if isinstance(value, list):
        return [replaced(each, known) for each in value]
    if isinstance(value, dict):
        return {known.get(key, key): replaced(each, known) for key, each in value.items()}
    return value


def carried(
    ids: RecordIds,
    before: Mapping[str, Known],
    after: Mapping[str, Known],
    stated: Mapping[str, str] | None = None,
) -> RecordIds:
    """What is given when files become others. `stated`: ids that whoever changed them has for keys; without, a name
    that stays keeps its id, and so does a file that stays and has another name in it."""
    had = {key: ids.given.get(key, known.id) for key, known in before.items()}
    moved = {known.place: had[key] for key, known in before.items() if known.place and key not in after}
    kept: dict[str, str] = {}
    owners = set(had.values())
    taken: set[str] = set()
    gone = set(ids.gone)
    for key, known in after.items():
        wanted = (stated or {}).get(key) or had.get(key) or moved.get(known.place)
        # Whoever states an id means one that is theirs, or one that nothing ever had.
        if wanted and wanted not in taken and (wanted in owners or wanted not in gone):
            kept[key] = wanted
            taken.add(wanted)
    for key, known in after.items():
        if key not in kept:
            kept[key] = _fresh(key, known.id, taken | owners | gone)
            taken.add(kept[key])
    lost = [each for each in had.values() if each not in taken]
    given = {key: each for key, each in kept.items() if each != after[key].id}
    return RecordIds(given, (*ids.gone, *(each for each in lost if each not in gone))[-MOST_GONE:])


def merged(
    ours: RecordIds,
    theirs: RecordIds,
    mine: Mapping[str, Known],
    others: Mapping[str, Known],
    after: Mapping[str, Known],
) -> RecordIds:
    """What is given when two sides come together: our ids, but where they have given one away or to another name."""
    held, brought = ({key: ids.given.get(key, known.id) for key, known in side.items()}
                     for ids, side in ((ours, mine), (theirs, others)))  # fmt: skip
    given_away = {*theirs.gone, *brought.values()}
    stated = {
        key: brought[key] if key in brought and (key not in held or held[key] in given_away) else held[key]
        for key in after
        if key in held or key in brought
    }
    both = {key: Known(each) for key, each in (brought | held).items()} | {
        f"{key}{SEPARATOR}": Known(each) for key, each in brought.items()
    }
    gone = tuple(dict.fromkeys((*ours.gone, *theirs.gone)))
    return carried(RecordIds({}, gone), both, after, stated)


def given_variants(stored: Mapping[str, Any]) -> dict[str, str]:
    """Ids of variants by their names, where they are not those of the names."""
    given = RecordIds.read(stored).given
    return {key.partition(SEPARATOR)[2]: each for key, each in given.items() if key.startswith(key_of("VARIANT", ""))}


def _fresh(key: str, wanted: str, taken: set[str]) -> str:
    """The id of the name, or of the name and a number: the same wherever it is worked out."""
    prefix, *names = key.split(SEPARATOR)
    found, number = wanted, 2
    while found in taken:
        found, number = record_id(prefix, *names, str(number)), number + 1
    return found
