"""`parley conversations list`: those that fit, by the filters that the build service knows."""

from __future__ import annotations

from typing import Annotated

import httpx
import typer
from pydantic import ValidationError

from parley.build_api.conversations.filters import FilterQuery
from parley.cli.accounts.projects import AccountOption, ProjectOption, find_project
from parley.cli.operator import AsJson, Data, moment, now, run, run_on, settings_for, show
from parley.domain.records import combined_search
from parley.domain.records import store as records
from parley.domain.records.combined_search import Found
from parley.domain.records.model import Header
from parley.domain.records.pages.page import Cursor
from parley.domain.records.search.semantic.search import SemanticSearch
from parley.providers.embeddings.cache import CachedEmbedder
from parley.resources import embedder
from parley.storage.db import Database
from parley.web.errors import field_errors

COLUMNS = ("id", "environment", "channel", "started_at", "ended_at", "handoff", "handoff_reason", "score")
WHERE = (
    "A filter by its name in the API, such as handoff=true, minDuration=60, metric=NAME=VALUE, function=NAME or "
    "q=WORDS. Repeatable."
)


def list_command(
    account: AccountOption,
    project: ProjectOption,
    where: Annotated[list[str] | None, typer.Option(help=WHERE, metavar="NAME=VALUE")] = None,
    limit: Annotated[int, typer.Option(min=1, max=500, help="Most of them.")] = 20,
    data: Data = None,
    as_json: AsJson = False,
) -> None:
    """List conversations, newest first.

    Example: parley conversations list --account demo --project restaurant --where minDuration=60
    """
    query, settings = parse_filters(where or []), settings_for(data)

    async def work(db: Database) -> tuple[Found, list[Header]]:
        async with httpx.AsyncClient() as client:
            by_meaning = query.search == "semantic" or query.unanswered or query.beforeHandoff
            vectors = embedder(settings, client) if by_meaning else None
            semantic = SemanticSearch(
                db, CachedEmbedder(vectors) if vectors else None, settings.semantic_cache_mb << 20
            )
            question = await combined_search.resolve(db, semantic, query.question(owner), now())
            found = await combined_search.find(db, semantic, question, Cursor(), limit, now())
            return found, await records.find_headers(db, found.ids)

    owner = run(data, lambda tx: find_project(tx, account, project))
    found, headers = run_on(data, work)
    scores = {each.id: each.score for each in found.records}
    rows = [
        {
            "id": header.public_id,
            "environment": header.environment,
            "channel": header.channel,
            "started_at": moment(header.started_at),
            "ended_at": moment(header.ended_at),
            "handoff": header.handoff,
            "handoff_reason": header.handoff_reason,
            "score": scores[header.id],
        }
        for header in sorted(headers, key=lambda each: found.ids.index(each.id))
    ]
    show(rows, COLUMNS, as_json)


def parse_filters(where: list[str]) -> FilterQuery:
    given: dict[str, list[str]] = {}
    for each in where:
        name, is_pair, value = each.partition("=")
        if not is_pair or name not in FilterQuery.model_fields:
            raise typer.BadParameter(
                f"'{each}' is no filter: write NAME=VALUE, with {', '.join(FilterQuery.model_fields)}."
            )
        given.setdefault(name, []).append(value)
    try:
        return FilterQuery.model_validate({name: one if len(one) > 1 else one[0] for name, one in given.items()})
    except ValidationError as wrong:
        problems = field_errors(wrong.errors(include_url=False, include_input=False))
        raise typer.BadParameter("; ".join(f"{each.field}: {each.message}" for each in problems)) from None
