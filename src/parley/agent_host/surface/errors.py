"""The exceptions that agent code may catch by name."""

from __future__ import annotations

from parley.agent_host.protocol import TOO_LARGE, HostServiceError


class LimitExceeded(Exception):
    """The call, or the turn, has done this as often as is allowed."""


class TooLarge(Exception):
    """Something does not fit: a value that agent code handed over, or the state."""


class SecretNotFound(Exception):
    def __init__(self, secret_name: str = "") -> None:
        super().__init__(f"There is no secret named {secret_name!r}.")


class MissingAccess(Exception):
    def __init__(self, assistant_id: str = "", secret_name: str = "") -> None:
        super().__init__(f"This agent may not read the secret {secret_name!r}.")


class InvalidInput(Exception):
    """A secret's name was not usable."""


class InternalError(Exception):
    """The platform could not answer."""


class ChatCompletionError(Exception):
    """A model asked by prompt_llm did not answer."""


class ExtractionError(Exception):
    """Nothing of the wanted kind was found in what the user said."""


class MissingTemplate(Exception):
    """There is no SMS template of that name."""


class MissingHandoff(Exception):
    def __init__(self, handoff_destination: str = "") -> None:
        super().__init__(f"There is no handoff named {handoff_destination!r}.")


class SMSIntegrationNotFound(Exception):
    """There is no SMS provider to send with."""


class SMSMissingAssistantAccess(Exception):
    """This agent may not use the SMS provider."""


class SMSClientFailure(Exception):
    """The SMS provider refused."""


def to_agent_error(
    error: HostServiceError, default: type[Exception] = InternalError, secret_name: str = ""
) -> Exception:
    """What agent code should see when the platform refused to answer."""
    if error.kind == "limit":
        return LimitExceeded(str(error))
    if error.kind == TOO_LARGE:
        return TooLarge(str(error))
    if error.kind == "SecretNotFound":
        return SecretNotFound(secret_name)
    if error.kind == "MissingAccess":
        return MissingAccess(secret_name=secret_name)
    if error.kind == "NotImplementedError":
        return NotImplementedError(str(error))
    return default(str(error))
