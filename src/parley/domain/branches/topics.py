"""Topics of a knowledge base as files say them. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from parley.domain.branches.documents import YAML, read_document, write_document
from parley.domain.branches.edits import Edit
from parley.domain.branches.tree_merge import Json
from parley.domain.projection.identities import RecordIds
from parley.domain.projects.files import Bundle
from parley.domain.projects.loading.source import slug
from parley.kit.errors import ParleyError

FOLDER, KIND = "topics/", "TOPIC"
FIELDS = {"name": "name", "content": "content", "actions": "actions", "isActive": "enabled"}
"""What clients call a field, and what files do; sample questions are nested on one side."""


class KnowledgeBaseTopicNotFound(ParleyError):
    """There is no such topic."""

    status = 404


class KnowledgeBaseTopicAlreadyExists(ParleyError):
    """There is a topic with this name already."""

    status = 409


@dataclass(frozen=True, slots=True)
class StoredTopic:
    path: str
    name: str
    document: dict[str, Json]

    def to_json(self, ids: RecordIds) -> dict[str, Any]:
        queries = self.document.get("example_queries")
        return {
            "id": ids.of(KIND, self.name),
            "name": self.name,
            "content": _text(self.document.get("content")),
            "actions": _text(self.document.get("actions")),
            "exampleQueries": {"queries": [_text(each) for each in queries] if isinstance(queries, list) else []},
            "isActive": self.document.get("enabled") is not False,
        }


def list_topics(files: Bundle) -> list[StoredTopic]:
    """By path. Of two with one name the first counts, as where agents are loaded."""
    found: dict[str, StoredTopic] = {}
    for topic in _topics(files):
        found.setdefault(topic.name, topic)
    return list(found.values())


def find_topic(files: Bundle, ids: RecordIds, topic_id: str) -> StoredTopic:
    for topic in list_topics(files):
        if ids.of(KIND, topic.name) == topic_id:
            return topic
    raise KnowledgeBaseTopicNotFound


def create_topic(files: Bundle, given: Mapping[str, Json]) -> Edit[dict[str, Any]]:
    name = given["name"]
    _check_name(files, name)
    stem = f"{FOLDER}{slug(name) or 'topic'}"
    path, number = f"{stem}.yaml", 2
    taken = {each.lower() for each in files.files}
    while path.lower() in taken:
        path, number = f"{stem}_{number}.yaml", number + 1
    document = {"name": name, "enabled": True, **_as_in_files(given)}
    topic = StoredTopic(path, name, document)
    return Edit({path: write_document(files, path, document)}, topic.to_json)


def change_topic(files: Bundle, ids: RecordIds, topic_id: str, given: Mapping[str, Json]) -> Edit[dict[str, Any]]:
    """With another name its file stays, and so does its id."""
    topic = find_topic(files, ids, topic_id)
    name = given.get("name", topic.name)
    if name != topic.name:
        _check_name(files, name)
    document = {**topic.document, **_as_in_files(given)}
    if document == topic.document:
        return Edit({}, topic.to_json)
    changed = StoredTopic(topic.path, name, document)
    return Edit({topic.path: write_document(files, topic.path, document)}, changed.to_json)


def delete_topic(files: Bundle, ids: RecordIds, topic_id: str) -> Edit[None]:
    return Edit({find_topic(files, ids, topic_id).path: None}, lambda _ids: None)


def _topics(files: Bundle) -> Iterator[StoredTopic]:
    for path in files.files:
        if path.startswith(FOLDER) and path.endswith(YAML):
            document = read_document(files, path)
            if document is not None:
                yield StoredTopic(
                    path, _text(document.get("name")) or path.rpartition("/")[2].rpartition(".")[0], document
                )


def _check_name(files: Bundle, name: str) -> None:
    if any(topic.name == name for topic in list_topics(files)):
        raise KnowledgeBaseTopicAlreadyExists


def _as_in_files(given: Mapping[str, Json]) -> dict[str, Json]:
    found = {ours: given[theirs] for theirs, ours in FIELDS.items() if theirs in given}
    if "exampleQueries" in given:
        found["example_queries"] = list(given["exampleQueries"]["queries"])
    return found


def _text(value: Json) -> str:
    return "" if value is None or isinstance(value, dict | list) else str(value).strip()
