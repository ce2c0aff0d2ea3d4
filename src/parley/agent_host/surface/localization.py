"""Words in the conversation's language, time in its time zone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

from parley.agent_host.surface.context import CallContext
from parley.agent_host.surface.effects_recorder import EffectsRecorder


class TranslationReplacementProxy:
    """`conv.translations.name`: in the current language, else in the default one, else empty."""

    def __init__(
        self, texts: Mapping[str, Mapping[str, str]], language: str, default: str, recorder: EffectsRecorder
    ) -> None:
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


class Localization:
    def __init__(self, context: CallContext) -> None:
        self._context = context

    @property
    def language(self) -> str:
        changed = self._context.recorder.language
        return self._context.view.language if changed is None else changed

    def set_language(self, language: str) -> None:
        """In any case of letters; one that the project does not have falls back to its default."""
        project = self._context.project
        known = project.get("languages") or [language]
        folded = {code.casefold(): code for code in known}
        default = str(project.get("default_language") or known[0])
        self._context.recorder.language = folded.get(str(language).casefold(), default)

    @property
    def translations(self) -> TranslationReplacementProxy:
        context = self._context
        default = str(context.project.get("default_language") or "")
        return TranslationReplacementProxy(context.section("translations"), self.language, default, context.recorder)

    @property
    def timezone(self) -> ZoneInfo | None:
        name = self._context.kept.get("timezone")
        return ZoneInfo(name) if name else None

    def set_timezone(self, tz: str | ZoneInfo) -> None:
        # Through ZoneInfo, which raises for a name that there is not.
        self._context.kept["timezone"] = self._context.recorder.other["timezone"] = str(ZoneInfo(str(tz)))

    @property
    def clock(self) -> Clock:
        return Clock(self._context.now, self._context.kept.get("timezone") or "UTC")
