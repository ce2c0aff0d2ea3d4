"""Which conversations are meant: the filters of the list and of its export."""

from __future__ import annotations

from typing import Annotated, Literal
from uuid import UUID

from pydantic import AfterValidator, BaseModel, BeforeValidator, Field

from parley.domain.conversations.latencies import Part
from parley.domain.deployments.model import SEQUENCE
from parley.domain.projects.info import ProjectInfo
from parley.domain.records.combined_search import Question, ThemeOf, Words
from parley.domain.records.model import Filters, Traits
from parley.domain.records.themes.remarks import Subject
from parley.domain.reviews.model import MOST_TAGS, normalised_tag
from parley.web.inputs import Flag
from parley.web.timestamps import Timestamp

LARGEST = 10**9


def as_list(value: object) -> object:
    return value if isinstance(value, list) else [value]


Text = Annotated[str, Field(max_length=255)]
Tag = Annotated[str, Field(max_length=255), AfterValidator(normalised_tag)]
Wording = Annotated[str, Field(min_length=1, max_length=1000)]
Count = Annotated[int, Field(ge=0, le=LARGEST)]


class FilterQuery(BaseModel):
    environment: Literal["sandbox", "pre-release", "live"] | None = Field(default=None, description="Default: all.")
    startTime: Timestamp | None = Field(default=None, description="ISO 8601: those that started then or later.")
    endTime: Timestamp | None = Field(default=None, description="ISO 8601: those that started before.")
    channel: Annotated[list[Text], BeforeValidator(as_list), Field(max_length=50)] = Field(
        default=[], description="As it is in the answer. Repeatable."
    )
    variantId: Text | None = None
    deploymentId: UUID | None = None
    abTestId: UUID | None = Field(
        default=None, description="Those that are a part of this A/B test; with `deploymentId` one of its arms."
    )
    inProgress: Flag | None = Field(
        default=None, description="`true`: those that still run; `false`: those that ended."
    )
    handoff: Flag | None = None
    handoffReason: Text | None = None
    minDuration: Count | None = Field(default=None, description="Seconds.")
    maxDuration: Count | None = Field(default=None, description="Seconds.")
    minTurns: Count | None = None
    maxTurns: Count | None = None
    minSilences: Count | None = None
    minMisunderstood: Count | None = Field(default=None, description="Turns that were out of domain, at least so many.")
    errors: Flag | None = Field(
        default=None, description="Whether a function, an API or the conversation itself broke."
    )
    metric: Text | None = Field(
        default=None, description="`NAME`: has that metric; `NAME=VALUE`: has it with that value."
    )
    function: Text | None = Field(default=None, description="The name of a function that was called.")
    topic: Text | None = Field(
        default=None, description="The name of a topic that was the nearest to what the user said in a turn."
    )
    minLatency: Count | None = Field(
        default=None,
        description="Milliseconds: a turn took so long, within the 15 % to which analytics know latencies. Known of "
        "conversations that this version and later ones finished.",
    )
    latencyPart: Part | None = Field(
        default=None,
        description="The part of a latency that `minLatency` is about. Default: from the user's last word to the "
        "agent's first. Without `minLatency`: that it was measured.",
    )
    tag: Annotated[list[Tag], BeforeValidator(as_list), Field(max_length=MOST_TAGS)] = Field(
        default=[], description="Somebody gave it that tag. Repeatable: all of them."
    )
    rating: Literal["up", "down"] | None = Field(
        default=None, description="Somebody rated it so, as a whole or in one of its turns."
    )
    hasNotes: Flag | None = None
    unanswered: Wording | None = Field(
        default=None,
        description="In which this was asked, in whatever words, and not understood: the `wording` of a theme.",
    )
    beforeHandoff: Wording | None = Field(
        default=None, description="That were handed over after this was said, in whatever words."
    )
    q: Annotated[str, Field(max_length=1000)] | None = Field(default=None, description="What to search for.")
    search: Literal["transcript", "semantic"] = Field(
        default="transcript", description="By the words of `q`, newest first, or by its meaning, nearest first."
    )
    speaker: Literal["user", "agent"] | None = Field(default=None, description="Whose words to search (default: both).")

    @property
    def words(self) -> Words | None:
        text = (self.q or "").strip()
        return Words(text, self.search, self.speaker) if text else None

    def question(self, project_info: ProjectInfo) -> Question:
        environments = SEQUENCE if self.environment is None else (self.environment,)
        return Question([self._filters(project_info, each) for each in environments], self.words, self._themes())

    def _themes(self) -> tuple[ThemeOf, ...]:
        given = ((Subject.UNANSWERED, self.unanswered), (Subject.HANDOFFS, self.beforeHandoff))
        return tuple(ThemeOf(subject, wording) for subject, wording in given if wording is not None)

    def _filters(self, project_info: ProjectInfo, environment: str) -> Filters:
        return Filters(
            project_info.id,
            environment,
            self.startTime,
            self.endTime,
            tuple(dict.fromkeys(self.channel)),
            self.variantId,
            in_progress=self.inProgress,
            traits=self._traits(),
        )

    def _traits(self) -> Traits:
        metric, has_value, value = (self.metric or "").partition("=")
        return Traits(
            deployment_id=self.deploymentId,
            ab_test_id=self.abTestId,
            handoff=self.handoff,
            handoff_reason=self.handoffReason,
            min_seconds=self.minDuration,
            max_seconds=self.maxDuration,
            min_turns=self.minTurns,
            max_turns=self.maxTurns,
            min_silences=self.minSilences,
            min_misunderstood=self.minMisunderstood,
            failed=self.errors,
            metric=metric or None,
            metric_value=value if has_value else None,
            function=self.function,
            topic=self.topic,
            min_latency_ms=0 if self.latencyPart is not None and self.minLatency is None else self.minLatency,
            latency_part=self.latencyPart,
            tags=tuple(dict.fromkeys(self.tag)),
            rated_up=None if self.rating is None else self.rating == "up",
            has_notes=self.hasNotes,
        )
