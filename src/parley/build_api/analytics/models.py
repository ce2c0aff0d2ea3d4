"""How an agent does, as the API says it."""

from __future__ import annotations

from pydantic import BaseModel, Field

from parley.domain.analytics.model import Dimension, Step
from parley.domain.conversations.latencies import Part


class MetricFigures(BaseModel):
    conversations: int = Field(description="In which it was written; known of finished ones.")
    count: int = Field(description="How often it was written.")
    numbers: int = Field(description="How often it was a number.")
    sum: float | None = Field(description="Of these; null: there is none.")
    mean: float | None
    min: float | None
    max: float | None
    values: dict[str, int] = Field(
        description="How often each text, and each whole number from 0 to 10, was written: the most frequent first. "
        "No texts where key or project do not show transcripts."
    )


class LatencyPart(BaseModel):
    turns: int = Field(description="In which it was measured.")
    p50Ms: int
    p95Ms: int


class Figures(BaseModel):
    conversations: int = Field(description="That started in this time.")
    ended: int = Field(description="Of those, how many have ended.")
    contained: int = Field(description="Of those that have ended, how many were not handed over.")
    containment: float | None = Field(description="Their share; null: none has ended.")
    handoffs: int
    handoffRate: float | None
    handoffReasons: dict[str, int] = Field(
        description="The most frequent first. Empty where key or project do not show transcripts: they may be "
        "a user's words."
    )
    turns: int
    silences: int
    misunderstoodTurns: int = Field(description="Turns that were out of domain.")
    misunderstoodShare: float | None = Field(description="Their share of all turns.")
    meanDuration: float | None = Field(description="Seconds, of those that have ended.")
    latencyP50Ms: int | None = Field(description="From the user's last word to the agent's first; exact to 7.5 %.")
    latencyP95Ms: int | None
    crashed: int = Field(description="Conversations that broke off.")
    functionErrors: int
    apiErrors: int
    errorsPerConversation: float | None = Field(description="All of these three together.")

    peakConcurrency: int | None = Field(
        description="The most that ran at once in one environment, as the Concurrency API has it; null: not counted by "
        "channel or deployment."
    )
    metric: MetricFigures | None = Field(default=None, description="Only with `metric`.")
    latencyParts: dict[Part, LatencyPart] | None = Field(
        default=None,
        examples=[{Part.MODEL.value: {"turns": 812, "p50Ms": 358, "p95Ms": 940}}],
        description="Only with `latencyParts`: what latencies are made of, of those parts that were measured. "
        "`endpointing`: from the user's last word until it was known to be the last; `recognition`, meanwhile; "
        "`model`: until the first piece of its first answer; `functions`; `synthesis`: from the first words to the "
        "first sound.",
    )


class Point(Figures):
    start: str = Field(description="Of the step.")
    group: str | None = Field(description="The value of `groupBy`; null without it.")


class Difference(BaseModel):
    value: float | None
    compared: float | None
    change: float | None = Field(description="0.1: a tenth more than what it is compared with.")
    isBetter: bool | None = Field(description="null: the same, unknown, or neither better nor worse.")
    isSure: bool | None = Field(
        description="Of shares: the difference is larger than chance makes it in 19 of 20 times. null: not known."
    )


class Compared(BaseModel):
    start: str
    end: str
    environment: str | None = Field(description="Which conversations it is about; null: all.")
    channel: str | None
    variant: str | None
    deployment: str | None
    total: Figures
    points: list[Point] = Field(description="In the order of time: the first stands beside the first, and so on.")
    differences: dict[str, Difference] = Field(description="By the name of a figure.")


class Analytics(BaseModel):
    start: str
    end: str
    step: Step
    groupBy: Dimension | None
    total: Figures
    points: list[Point] = Field(description="In the order of time; with `groupBy`, only those with conversations.")
    compared: Compared | None = Field(default=None, description="Only with `compare`.")
