"""What a caller has said of a turn. Pure."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class CallerSpeech:
    """What the caller says, from the first sound of a turn on."""

    began_at: float
    """The present stretch of speech, or the last one."""
    paused_at: float | None = None
    """None: the caller speaks."""
    request: int = 0
    """The transcript that was asked for last."""
    text: str | None = None
    """What is known of the words, which may be less than was said."""
    alternatives: tuple[str, ...] = ()
    transcribed_at: float | None = None
    is_settled: bool = False
    """The text is that of all that was said."""
    completeness: float | None = None
    """How probable it is by the sound of it that nothing follows. None: nothing has judged that, or not yet."""
    before: str = ""
    """What the turn began with, which was thought to be all of it."""

    @property
    def is_speaking(self) -> bool:
        return self.paused_at is None

    @property
    def words(self) -> str:
        """All of the turn's."""
        return " ".join(part for part in (self.before, self.text) if part)

    @property
    def hearings(self) -> tuple[str, ...]:
        return tuple(f"{self.before} {each}" if self.before else each for each in self.alternatives)
