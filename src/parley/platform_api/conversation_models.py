"""What the Conversations API takes and gives, as its documents describe it. Answers are not made from these models:
records come out of the database as JSON already."""

from __future__ import annotations

import re
from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, Field

from parley.web.inputs import Flag
from parley.web.timestamps import Timestamp

MAX_LIMIT = 5000
# More digits than these may not fit a bigint of the database.
WHOLE = re.compile(r"[+-]?[0-9]{1,18}")


def _parse_whole(value: object) -> int:
    if not WHOLE.fullmatch(str(value)):
        raise ValueError("is not a whole number")
    return int(str(value))


def _as_list(value: object) -> object:
    # A parameter that is given once arrives as a text, not as a list of one.
    return value if isinstance(value, list) else [value]


Whole = Annotated[int, BeforeValidator(_parse_whole)]
Text = Annotated[str, Field(max_length=255)]
Channels = Annotated[list[Text], BeforeValidator(_as_list), Field(max_length=50)]


class FilterQuery(BaseModel):
    start_time: Timestamp | None = Field(
        default=None, description="ISO 8601: conversations that started then or later."
    )
    end_time: Timestamp | None = Field(default=None, description="ISO 8601: conversations that started before.")
    client_env: Literal["sandbox", "pre-release", "live"] = "live"
    channel: Channels = Field(
        default=[], description="A label such as `WEBCHAT`, or `voice` or `chat` for all of that kind. Repeatable."
    )
    variant_id: Text | None = Field(default=None, description="Not together with `variant_name`.")
    variant_name: Text | None = Field(default=None, description="Not together with `variant_id`.")
    include_latency: Flag = Field(default=False, description="Adds `latency` to every turn that is shown.")


class ExportQuery(FilterQuery):
    finished_since: Timestamp | None = Field(
        default=None,
        description="ISO 8601: where to begin. A `cursor` wins. Default: with the first one that there is.",
    )
    cursor: Annotated[str, Field(max_length=255)] | None = Field(
        default=None,
        description="The `cursor` of the last line that you have: what was finished after that one follows.",
    )
    limit: Annotated[Whole, Field(ge=1, le=10**9)] | None = Field(
        default=None, description="Most lines of the answer. Default: all that there are."
    )


class ConversationsQuery(FilterQuery):
    start_time: Timestamp | None = Field(
        default=None, description="ISO 8601: conversations that started then or later. Required with a retrieval mode."
    )
    end_time: Timestamp | None = Field(
        default=None, description="ISO 8601: conversations that started before. Required with a retrieval mode."
    )
    query_type: Literal["transcript", "semantic"] | None = Field(
        default=None, description="A retrieval mode: search for `query` in what was said, or for what it means."
    )
    sample: Literal["random"] | None = Field(
        default=None, description="A retrieval mode: any `limit` conversations. Not together with `query_type`."
    )
    query: Annotated[str, Field(max_length=1000)] | None = Field(default=None, description="What to search for.")
    turn_type: Literal["user", "agent"] | None = Field(
        default=None, description="Transcript search only: whose words to search (default: both)."
    )
    sort: Literal["newest", "best"] = Field(
        default="newest", description="Transcript search only: newest first, or those first that fit the query best."
    )
    in_progress: Flag | None = Field(
        default=None, description="`true`: those that still run; `false`: finished ones (default: all)."
    )
    limit: Annotated[Whole, Field(ge=1, le=MAX_LIMIT)] = Field(
        default=5, description="Most conversations in the answer."
    )
    offset: Annotated[Whole, Field(ge=0)] = Field(default=0, description="How many to leave out. A `cursor` wins.")
    cursor: Annotated[str, Field(max_length=255)] | None = Field(
        default=None, description="v3: the `cursor` of the page before. Leave all other parameters as they were."
    )
    include_match: Flag = Field(
        default=False,
        description="With `query_type`: adds `match` to every record, its score and nearest turn. Up to 50 at a time.",
    )


class TurnLatency(BaseModel):
    perceived_latency: float | None = Field(description="Seconds from the user's last word to the agent's first.")
    label: str | None
    perceived_latency_percentile_1d: float | None


class RecordMatch(BaseModel):
    score: float | None = Field(
        description="Up to 1. Semantic: the cosine with the query; transcript: how much of the query is in the turn."
    )
    turn: int | None = Field(description="The place of the nearest turn in `turns`, from 0 on.")


class ConversationTurn(BaseModel):
    user_input: str = Field(description="Empty in the opening, when the agent speaks first, and in a silent turn.")
    user_input_datetime: datetime
    user_input_dtmf: str
    barge_in: bool
    agent_response: str
    agent_response_datetime: datetime
    intents: list[str]
    entities: dict[str, Any]
    is_ood: bool
    is_silence: bool
    translated_user_input: str
    english_agent_response: str
    latency: TurnLatency | None = Field(default=None, description="Only with `include_latency=true`.")


class ConversationRecord(BaseModel):
    id: str
    account_id: str
    project_id: str
    variant_id: str
    variant_name: str
    environment: Literal["sandbox", "pre-release", "live"]
    started_at: datetime
    channel: str
    from_number: str
    to_number: str
    in_progress: bool
    num_turns: int = Field(description="Turns with the opening; true also where `turns` is empty.")
    total_duration: int = Field(description="Seconds.")
    polyai_duration: int = Field(description="Seconds until the handoff, or the end.")
    handoff: bool
    handoff_reason: str
    handoff_destination: str
    num_silences: int
    num_ood: int
    state: dict[str, Any]
    metrics: dict[str, str | list[str]] = Field(description="Those that key and project both show.")
    turns: list[ConversationTurn] = Field(description="Empty where key or project do not show transcripts.")
    match: RecordMatch | None = Field(default=None, description="Only with `include_match=true` and a `query_type`.")


class ConversationsPage(BaseModel):
    conversations: list[ConversationRecord]
    cursor: str | None = Field(description="Where the next page begins; null at the end.")
    next_offset: int | None = Field(default=None, description="Only when there are more, and no `cursor` was sent.")


class ConversationsPageV2(BaseModel):
    conversations: list[ConversationRecord]
    next_offset: int | None = Field(default=None, description="Only when there are more.")


class LegacyTurn(BaseModel):
    user_input: str | None
    user_input_datetime: datetime
    user_input_dtmf: str | None
    barge_in: bool
    agent_response: str | None
    agent_response_datetime: datetime
    intents: list[str]
    entities: dict[str, Any]
    is_ood: bool
    is_silence: bool


class LegacyConversation(BaseModel):
    """A project with `enable_whitelist` shows the first four fields and no others."""

    id: str
    started_at: datetime
    account_id: str
    project_id: str
    variant_id: str | None = None
    variant_name: str | None = None
    environment: str = "live"
    channel: str = ""
    from_number: str | None = None
    to_number: str | None = None
    in_progress: bool = False
    num_turns: int = 0
    total_duration: int = 0
    polyai_duration: int = 0
    handoff: bool = False
    handoff_reason: str | None = None
    handoff_destination: str | None = None
    num_silences: int = 0
    num_ood: int = 0
    state: dict[str, Any] = {}
    metrics: dict[str, str | list[str]] = {}
    turns: list[LegacyTurn] = []
    match: RecordMatch | None = None


class LegacyConversationsPage(BaseModel):
    conversations: list[LegacyConversation]
    next_offset: int | None = Field(default=None, description="Only when there are more.")
