"""The whole project as a tree, and the files that differ when the tree does."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from parley.domain.projection import flows, folders, settings, variants
from parley.domain.projection.errors import CommandBatchInvalid
from parley.domain.projection.files import Files
from parley.domain.projection.identities import NO_IDS, Known, RecordIds, known_records, replaced, replacements
from parley.domain.projection.lists import LISTS
from parley.domain.projection.names import references, with_ids, with_names
from parley.domain.projection.records import Json, collection
from parley.domain.projects.files import Bundle

Rewrite = Callable[[str, Json], str]

_NOT_IN_FILES: Mapping[str, Json] = {
    "asrSettings": {},
    "integrations": {"integrations": collection(())},
    "llmSettings": {},
    "mcpConfig": {"servers": collection(()), "profiles": collection(())},
    "multilingualAgentSettings": {},
    "voices": {"voices": collection(())},
}
"""What clients look for and a project's files do not hold."""
_LISTED = {each.file.rpartition(".")[0]: each.key for each in LISTS}
"""Files that may hold a list alone, by their paths without the ending."""
_ALONE = ("agentSettings", "personality"), ("agentSettings", "role"), ("agentSettings", "rules")
"""Records that are in no collection."""


@dataclass(frozen=True, slots=True)
class Audit:
    """Files do not know who changed a record: all have what is known of the whole."""

    at: str
    by: str

    @property
    def fields(self) -> Json:
        return {"createdAt": self.at, "createdBy": self.by, "updatedAt": self.at, "updatedBy": self.by}


def project(bundle: Bundle, audit: Audit, ids: RecordIds = NO_IDS) -> Json:
    """The tree of a project's files."""
    tree = with_ids(_identified(_read(Files.of(bundle)), ids))
    for path in _ALONE:
        record: Any = tree
        for name in path:
            record = record.get(name, {})
        if record:
            record.update(audit.fields, references=_all_references(record))
    _complete(tree, audit)
    return dict(sorted({**_NOT_IN_FILES, **tree}.items()))


def known_in(bundle: Bundle) -> dict[str, Known]:
    """Every record of a project's files that has a name."""
    files = Files.of(bundle)
    return known_records(_read(files), files)


def changes(bundle: Bundle, tree: Json, rewrite: Rewrite, ids: RecordIds = NO_IDS) -> dict[str, bytes | None]:
    """What is different in files whose tree should be this one; None: the file is gone. `rewrite` makes a text of YAML
    say something else; of an empty one it makes a new one.

    What the tree cannot express stays, and a file of which nothing differs is not among the changes.
    """
    files = Files.of(bundle)
    read = _read(files)
    other = replacements(read, ids)
    places = {other.get(each, each): path for each, path in files.places.items()}
    before = _write(with_names(with_ids(replaced(read, other))), places)
    after = _write(with_names(tree), places)
    found: dict[str, bytes | None] = {}
    for path in [*before, *(each for each in after if each not in before)]:
        written = files.source.spelling(path)
        if path not in after:
            found[written] = None
        elif path not in before or before[path] != after[path]:
            found[written] = _written(files, written, before.get(path), after[path], rewrite)
    return {path: content for path, content in found.items() if content is not None or path in bundle.files}


def _identified(tree: Json, ids: RecordIds) -> Json:
    other = replacements(tree, ids)
    found: Json = replaced(tree, other) if other else tree
    return found


def _read(files: Files) -> Json:
    """Things are referred to by their names."""
    found: Json = {**settings.read(files), **variants.read(files), **flows.read(files), **folders.read(files)}
    for each in LISTS:
        place = found
        for name in each.place[:-1]:
            place = place.setdefault(name, {})
        place[each.place[-1]] = each.read_from(files)
    return found


def _write(tree: Json, places: dict[str, str]) -> Json:
    found: Json = {**settings.write(tree), **variants.write(tree)}
    for each in LISTS:
        found |= each.write_to(tree)
    for path, content in [*folders.write(tree, places), *flows.write(tree, places)]:
        if path in found or path.rpartition("/")[2].startswith(".") or "//" in path:
            raise CommandBatchInvalid(f"Two records would be kept in the file {path}, or its name has no letters.")
        found[path] = content
    return found


def _written(files: Files, path: str, before: Any, after: Any, rewrite: Rewrite) -> bytes:
    if isinstance(after, str):
        return (after if path.endswith((".py", ".md", ".MD")) else after.rstrip("\n") + "\n").encode()
    merged = update(files.document(path, _LISTED.get(path.rpartition(".")[0], "")) or {}, before or {}, after)
    if path.endswith(".json"):
        return (json.dumps(merged, indent=2, ensure_ascii=False) + "\n").encode()
    return rewrite(files.text(path) or "", merged).encode()


def _complete(value: Any, audit: Audit) -> None:
    """Every record of every collection gets its audit fields and what it refers to."""
    for record in _records(value):
        record["references"] = _all_references(record)
        record.update(audit.fields)


def _all_references(record: Json) -> Json:
    found = references({key: value for key, value in record.items() if key != "references"})
    return {**found, **record.get("references", {})}


def _records(value: Any) -> Iterator[Json]:
    if isinstance(value, dict):
        is_collection = value.keys() == {"ids", "entities"}
        for key, each in value.items():
            if is_collection and key == "entities":
                yield from each.values()
            yield from _records(each)
    elif isinstance(value, list):
        for each in value:
            yield from _records(each)


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
