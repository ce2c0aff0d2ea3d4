"""Words for the current language, time for the current place, topics that are switched off."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

from parley.agent_host.surface.context import Scene
from parley.agent_host.surface.effects_recorder import Recorder


class TranslationReplacementProxy:
    """`conv.translations.name`: in the current language, else in the default one, else empty."""

    def __init__(self, texts: Mapping[str, Mapping[str, str]], language: str, default: str, recorder: Recorder) -> None:
        self._texts = texts
        self._languages = (language, language.partition("-")[0], default)
        self._recorder = recorder

    def __getattr__(self, name: str) -> str:
        if name.startswith("__"):
            raise AttributeError(name)
        texts = self._texts.get(name)
        if texts is None:
            self._recorder.log("warning", f"There is no translation named {name!r}.")
            return ""
        for language in self._languages:
            if language in texts:
                return texts[language]
        return next(iter(texts.values()), "")

    __getitem__ = __getattr__


class Clock:
    """The agent's clock, which stands still in a simulation."""

    def __init__(self, now: Callable[[], datetime], timezone: str) -> None:
        self._now = now
        self._timezone = timezone

    @property
    def timezone(self) -> str:
        return self._timezone

    def now(self) -> datetime:
        return self._now().astimezone(ZoneInfo(self._timezone))

    def now_utc(self) -> datetime:
        return self._now().astimezone(UTC)

    def today(self) -> date:
        return self.now().date()


class KnowledgeBase:
    """Topics that retrieval must leave out until further notice."""

    def __init__(self, scene: Scene) -> None:
        self._scene = scene

    @property
    def disabled_topics(self) -> list[str]:
        return list(self._scene.kept.get("disabled_topics") or ())

    def replace(self, names: list[str]) -> None:
        self._scene.kept["disabled_topics"] = self._scene.recorder.disabled_topics = [str(name) for name in names]

    def disable_topics(self, topic_names: list[str]) -> None:
        self.replace(list(dict.fromkeys([*self.disabled_topics, *topic_names])))

    def enable_topics(self, topic_names: list[str]) -> None:
        self.replace([name for name in self.disabled_topics if name not in topic_names])

    def enable_all_topics(self) -> None:
        self.replace([])
