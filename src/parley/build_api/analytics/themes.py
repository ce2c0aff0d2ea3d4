"""What users asked that was not understood, and what they said before a handoff, put together by meaning."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, Field
from starlette.responses import Response

from parley.build_api.analytics.overview import PeriodQuery
from parley.build_api.transcripts import require_transcripts
from parley.domain.analytics import answers
from parley.domain.analytics.model import Question, Sums, TooManySteps, check
from parley.domain.projects.info import ProjectNotFound
from parley.domain.records.model import Filters, Traits
from parley.domain.records.search.semantic.search import SemanticSearchFailed
from parley.domain.records.themes.remarks import Subject, Theme, Themes
from parley.domain.records.themes.themes import find_themes
from parley.kit.clock import iso
from parley.web.endpoint import ApiRequest, Endpoint
from parley.web.groups import AGENTS
from parley.web.replica_reads import reads_recent
from parley.web.responses import json_response


class ThemeAnswer(BaseModel):
    wording: str = Field(description="What was said that is nearest to all of it; the value of the list's filter.")
    examples: list[str] = Field(description="Other wordings, the most frequent first.")
    count: int = Field(description="Turns or handoffs; estimated when not all were looked at.")
    countBefore: int = Field(description="In the time just as long before.")
    share: float | None = Field(description="Of those that were looked at.")
    shareBefore: float | None
    conversations: int = Field(description="Behind it: as many as the list has with the filter.")
    handoffReasons: dict[str, int] = Field(description="Of these conversations, the most frequent first.")


class ThemesAnswer(BaseModel):
    start: str
    end: str
    about: Subject
    byMeaning: bool = Field(description="false: without embeddings only the same words are one theme.")
    isWhole: bool = Field(
        description="false: there were so many that a sample was looked at, and counts are estimates."
    )
    total: int = Field(description="Turns that were not understood, or handoffs.")
    totalBefore: int
    sampled: int = Field(description="How many of them were looked at. Turns without words are none of them.")
    sampledBefore: int
    themes: list[ThemeAnswer] = Field(description="The most frequent first.")


class ThemesQuery(PeriodQuery):
    about: Subject = Field(
        default=Subject.UNANSWERED, description="Turns that were not understood, or the last words before a handoff."
    )
    limit: int = Field(default=20, ge=1, le=100)


async def read_themes(request: ApiRequest[None, ThemesQuery]) -> Response:
    query, resources = request.query, request.resources
    require_transcripts(request)
    question = query.question(request.project, resources.clock.now())
    check(question)
    found = await find_themes(resources.db, resources.semantic, _filters(question), query.about)
    total, total_before = [await _total(request, each, query.about) for each in (question, question.before)]
    return json_response(
        {
            "start": iso(question.start),
            "end": iso(question.end),
            "about": query.about,
            "byMeaning": found.by_meaning,
            "isWhole": found.is_whole,
            "total": total,
            "totalBefore": total_before,
            "sampled": found.sampled,
            "sampledBefore": found.sampled_before,
            "themes": [_theme(each, found, (total, total_before)) for each in found.themes[: query.limit]],
        }
    )


def _filters(question: Question) -> list[Filters]:
    return [
        Filters(
            question.project_id,
            environment,
            question.start,
            question.end,
            () if question.channel is None else (question.channel,),
            question.variant_id,
            traits=Traits(deployment_id=question.deployment_id),
        )
        for environment in question.environments
    ]


async def _total(request: ApiRequest[None, ThemesQuery], question: Question, about: Subject) -> int:
    sums = Sums()
    for each in (await answers.answer(request.resources.db, question)).values():
        sums.add(each)
    return sums.misunderstood if about is Subject.UNANSWERED else sums.handoffs


def _theme(theme: Theme, found: Themes, totals: tuple[int, int]) -> dict[str, Any]:
    of, of_before = (found.sampled, found.sampled_before) if found.is_whole else totals
    return {
        "wording": theme.wording,
        "examples": theme.examples,
        "count": _estimate(theme.count, found.sampled, of),
        "countBefore": _estimate(theme.before, found.sampled_before, of_before),
        "share": _share(theme.count, found.sampled),
        "shareBefore": _share(theme.before, found.sampled_before),
        "conversations": len(theme.conversations),
        "handoffReasons": theme.reasons,
    }


def _estimate(count: int, sampled: int, total: int) -> int:
    # Sums of hours may lag behind the conversations themselves.
    return round(count * max(total, sampled) / sampled) if sampled else 0


def _share(count: int, sampled: int) -> float | None:
    return round(count / sampled, 4) if sampled else None


ENDPOINTS = (
    Endpoint(
        "GET",
        "/v1/agents/{agent_id}/analytics/themes",
        reads_recent(read_themes),
        AGENTS,
        "What was not understood, or said before a handoff, by meaning",
        description="Each with its frequency, other wordings and how often it was said in the period before.",
        query=ThemesQuery,
        reply=ThemesAnswer,
        errors=(ProjectNotFound, TooManySteps, SemanticSearchFailed),
    ),
)
