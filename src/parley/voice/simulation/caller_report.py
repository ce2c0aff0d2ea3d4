"""What became of the lines of a simulated caller, in seconds of the call: pure."""

from __future__ import annotations

from dataclasses import dataclass

from parley.runtime.test_runs.caller_lines import CallerLine


@dataclass(slots=True)
class SpokenLine:
    line: CallerLine
    began: float
    last_word: float
    """When its last sound was over."""
    interrupted: bool = False
    """The agent was speaking when it began."""
    agent_silent: float | None = None
    """When the agent, spoken over, was silent."""
    answered: float | None = None
    """When the answer to it began."""

    @property
    def latency(self) -> float | None:
        """From the caller's last word to the agent's first sound. None: the agent did not stop speaking, or said
        nothing."""
        return None if self.answered is None or self.answered < self.last_word else self.answered - self.last_word

    @property
    def yielded(self) -> float | None:
        """From the caller's first word to the silence of the agent that was spoken over."""
        return None if self.agent_silent is None else max(self.agent_silent - self.began, 0.0)
