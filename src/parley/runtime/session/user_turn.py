"""What a turn of the user answers, and what the door knows beside it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from parley.agent_host.protocol import Json
from parley.domain.conversations.external_events import ExternalEvent
from parley.domain.conversations.model import NO_DETAILS, InputDetails
from parley.kit.values import value


@value
class UserTurn:
    """The input, with the external events that have come since the turn before."""

    text: str | None
    details: InputDetails = NO_DETAILS
    events: Sequence[ExternalEvent] = ()


@value
class DoorContext:
    """Facts of the connection that the input came over."""

    answered_by: str = ""
    """Who answered a call that we placed, as far as it is known."""
    metrics: Sequence[tuple[str, str]] = ()
    """The door's own."""
    context_vault: Mapping[str, Json] | None = None
    """What is vouched for by now; None if nothing is."""
    follows: bool = False
    """With the newest deployment of the environment, if that knows the step which the conversation is in."""


NO_CONTEXT = DoorContext()
