"""Which topics belong into this turn: the retriever's ranking, cut by the project's thresholds and exclusions."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from parley.agent_host.protocol import TranscriptLine
from parley.domain.projects.model import Topic
from parley.runtime.agent.channels import family
from parley.runtime.agent.compiled import CompiledProject
from parley.runtime.turn.dialog import DialogState
from parley.runtime.turn.ports import RetrievalError
from parley.runtime.turn.state import NOTHING_FOUND, Findings, Hit, TurnState

QA_METRIC = "QA"


def previous_inputs(history: Sequence[TranscriptLine], count: int) -> list[str]:
    """The newest inputs that were not silent, newest first."""
    said = (line.text for line in reversed(history) if line.role == "user" and line.text)
    return list(islice(said, count))


def is_open(topic: Topic, compiled: CompiledProject, dialog: DialogState) -> bool:
    """Whether the conversation may see the topic now."""
    if not topic.enabled or topic.name in dialog.disabled_topics:
        return False
    if topic.variant is not None and topic.variant != dialog.variant:
        return False
    exclusions = compiled.project.experimental.retrieval.channel_exclusions
    channel = dialog.context.channel_type
    return all(topic.name not in exclusions.get(key, ()) for key in (channel, family(channel)))


async def find_topics(turn: TurnState) -> Findings:
    """Of what the user said in this turn. Topics that cannot be searched do not stop it."""
    project, dialog = turn.compiled.project, turn.dialog
    settings = project.experimental.retrieval
    if settings.top_k <= 0:
        return NOTHING_FOUND
    previous = previous_inputs(dialog.history, settings.previous_user_inputs)
    try:
        ranked = await turn.ports.retriever.query(turn.input.text, previous)
    except RetrievalError:
        turn.trace.notes.append("the topics could not be searched")
        return NOTHING_FOUND
    threshold = settings.in_flow_threshold if dialog.flow is not None else settings.threshold
    hits: list[Hit] = []
    for found in sorted(ranked, key=lambda each: each.distance):
        topic = project.topics.get(found.name)
        if found.distance > threshold or len(hits) >= settings.top_k:
            break
        if topic is not None and is_open(topic, turn.compiled, dialog):
            hits.append(Hit(topic, found.distance))
    turn.trace.topics = tuple((hit.topic.name, hit.distance) for hit in hits)
    return Findings(tuple(hits), _question(hits, settings.qa_metric_threshold, settings.qa_metric_exclusions))


def _question(hits: Sequence[Hit], threshold: float, exclusions: Sequence[str]) -> str | None:
    if not hits or hits[0].distance > threshold or hits[0].topic.name in exclusions:
        return None
    return hits[0].topic.name


def earlier_topics(compiled: CompiledProject, dialog: DialogState, hits: Sequence[Hit]) -> list[Topic]:
    """Topics of earlier turns that are still in the prompt, newest first."""
    current = {hit.topic.name for hit in hits}
    topics = (compiled.project.topics.get(name) for name in reversed(dialog.topics) if name not in current)
    return [topic for topic in topics if topic is not None and is_open(topic, compiled, dialog)]


def topics_to_keep(dialog: DialogState, hits: Sequence[Hit], length: int) -> tuple[str, ...]:
    """The names to keep for later turns, newest (and nearest) last."""
    found = [hit.topic.name for hit in reversed(hits)]
    kept = [name for name in dialog.topics if name not in found] + found
    return tuple(kept[-length:]) if length > 0 else ()
