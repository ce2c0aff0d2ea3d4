"""topics/ and child_topics/: knowledge that retrieval finds."""

from __future__ import annotations

from collections.abc import Iterable

from parley.domain.projects.loading.fields import Fields
from parley.domain.projects.loading.findings import Target
from parley.domain.projects.loading.source import Source, slug
from parley.domain.projects.model import Topic

MAX_EXAMPLE_QUERIES = 20


def load_topics(source: Source, variants: Iterable[str]) -> dict[str, Topic]:
    """By name. A topic in a folder named after a variant applies to that variant only."""
    by_slug = {slug(name): name for name in variants}
    topics: dict[str, Topic] = {}
    places: dict[str, str] = {}
    for folder in ("topics", "child_topics"):
        for path in source.paths(folder, ".yaml", ".yml"):
            fields = source.yaml(path)
            if path in source.findings.unreadable:
                continue
            inside = path.removeprefix(folder + "/").rpartition(".")[0]
            group = inside.split("/")[0] if "/" in inside else ""
            variant = by_slug.get(slug(group)) if group else None
            if variant is None and folder == "child_topics":
                variant = group or None
                fields.mention("name", Target.VARIANT, group)
            topic = _topic(fields, inside, variant)
            if topic.name in topics:
                message = f"the topic '{topic.name}' is already defined in {places[topic.name]}; this one is ignored"
                fields.problem("name", message, fatal=False)
                continue
            topics[topic.name] = topic
            places[topic.name] = path
    return topics


def _topic(fields: Fields, fallback: str, variant: str | None) -> Topic:
    queries = tuple(query.strip() for query in fields.texts("example_queries") if query.strip())
    if len(queries) > MAX_EXAMPLE_QUERIES:
        message = f"{len(queries)} example queries; the format allows {MAX_EXAMPLE_QUERIES}"
        fields.problem("example_queries", message, fatal=False)
    return Topic(
        name=fields.name(fallback),
        enabled=fields.flag("enabled", True),
        example_queries=queries,
        content=fields.prompt("content"),
        actions=fields.prompt("actions"),
        tags=tuple(tag.strip() for tag in fields.texts("tags")),
        variant=variant,
    )
