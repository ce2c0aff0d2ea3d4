"""Lines of the conversation as agent code sees them."""

from __future__ import annotations

from parley.agent_host.protocol import HostServiceError
from parley.agent_host.surface.context import CallContext
from parley.agent_host.surface.errors import to_agent_error


class _Line:
    _role = ""
    _speaker = ""

    def __init__(self, text: str) -> None:
        self._text = text

    @property
    def text(self) -> str:
        return self._text

    @property
    def role(self) -> str:
        return self._role

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and other.__dict__ == self.__dict__

    def __hash__(self) -> int:
        return hash((self._role, self._text))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._text!r})"

    def to_dict(self) -> dict[str, str]:
        return {"type": self._role, "role": self._role, "text": self._text}

    def to_string(self) -> str:
        return f"{self._speaker}: {self._text}"


class UserInput(_Line):
    _role, _speaker = "user", "User"


class AgentResponse(_Line):
    _role, _speaker = "agent", "Agent"


class History:
    __slots__ = ("_context", "_lines")

    def __init__(self, context: CallContext) -> None:
        self._context = context
        self._lines: list[UserInput | AgentResponse] | None = None

    @property
    def lines(self) -> list[UserInput | AgentResponse]:
        """The newest came with the call; where there are earlier ones, all are requested, once."""
        if self._lines is None:
            view = self._context.view
            try:
                said = self._context.services.history() if view.earlier else view.recent
            except HostServiceError as error:
                raise to_agent_error(error) from None
            self._lines = [UserInput(line.text) if line.role == "user" else AgentResponse(line.text) for line in said]
        return self._lines
