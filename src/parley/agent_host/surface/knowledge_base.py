"""`conv.knowledge_base`: topics that retrieval must leave out until further notice."""

from __future__ import annotations

from parley.agent_host.surface.context import CallContext


class KnowledgeBase:
    """Topics that retrieval must leave out until further notice."""

    def __init__(self, context: CallContext) -> None:
        self._context = context

    @property
    def disabled_topics(self) -> list[str]:
        return list(self._context.kept.get("disabled_topics") or ())

    def replace(self, names: list[str]) -> None:
        topics = [str(name) for name in names]
        # In both places: the turn acts on the effect, the next call reads what is kept.
        self._context.kept["disabled_topics"] = self._context.recorder.disabled_topics = topics

    def disable_topics(self, topic_names: list[str]) -> None:
        self.replace(list(dict.fromkeys([*self.disabled_topics, *topic_names])))

    def enable_topics(self, topic_names: list[str]) -> None:
        self.replace([name for name in self.disabled_topics if name not in topic_names])

    def enable_all_topics(self) -> None:
        self.replace([])
