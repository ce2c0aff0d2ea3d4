"""People who take over sessions: how a project has them, and what they may do when. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from parley.domain.messaging.model import Attendance, Person, Session
from parley.kit.errors import ParleyError
from parley.kit.values import value

SETTING = "desk"
SHORTEST_WAIT, LONGEST_WAIT, USUAL_WAIT = timedelta(seconds=10), timedelta(days=1), timedelta(minutes=5)


class DeskSessionNotFound(ParleyError):
    """There is no such session at this desk, or it has ended."""

    status = 404
    code = "NOT_FOUND"


class NotHandedOver(ParleyError):
    """The agent has this session: it was not handed over, or was given back."""

    status = 409


class TakenBySomebodyElse(ParleyError):
    """Somebody else has taken this session."""

    status = 409


class NotTaken(ParleyError):
    """Nobody has taken this session yet: accept it first."""

    status = 409


@value
class DeskSettings:
    is_on: bool
    wait: timedelta
    """Who has not been taken over by then goes back to the agent."""


def desk_settings(settings: Mapping[str, Any]) -> DeskSettings:
    """Of a project."""
    known = settings.get(SETTING)
    known = known if isinstance(known, dict) else {}
    seconds = known.get("wait_seconds")
    return DeskSettings(bool(known.get("is_on")), timedelta(seconds=seconds) if seconds else USUAL_WAIT)


def check_handed_over(session: Session) -> None:
    if session.has_ended:
        raise DeskSessionNotFound
    if session.attendance not in (Attendance.QUEUE, Attendance.PERSON):
        raise NotHandedOver


def is_news_to(person: Person, session: Session) -> bool:
    """False: they have taken it already. Raises what keeps them from taking it."""
    check_handed_over(session)
    if session.person is None:
        return True
    if session.person.id != person.id:
        raise TakenBySomebodyElse
    return False


def person_of(session: Session) -> Person:
    """Who talks to the user."""
    check_handed_over(session)
    if session.person is None:
        raise NotTaken
    return session.person
