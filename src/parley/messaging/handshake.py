"""Who may connect to a session: the token of its connector, from a page on one of the connector's hosts."""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import parse_qs
from uuid import UUID

from parley.domain.accounts.model import Key
from parley.domain.messaging import actions, session_store
from parley.domain.messaging.model import Session, SessionNotFound
from parley.kit.errors import ValidationFailed
from parley.kit.log import logger
from parley.messaging.access import check_page, session_id_of
from parley.resources import Resources
from parley.web.groups import AuthUserInvalidToken
from parley.web.headers import Headers

log = logger(__name__)

CURSOR = re.compile(r"(?:seq:)?([0-9]{1,9})")


@dataclass(frozen=True, slots=True)
class Connected:
    session: Session
    cursor: int


async def connect(resources: Resources, query_string: bytes, headers: Headers) -> Connected:
    """The session, with a socket of this process counted; whoever has it takes the socket back. Raises the error that
    the client gets instead."""
    query = parse_qs(query_string.decode("latin-1"))
    sent = _first(query, "access_token") or _first(query, "auth_token")
    session = _first(query, "session_id")
    if not sent or not session:
        raise ValidationFailed("The parameters session_id and access_token are required.")
    token = resources.access_tokens.read(sent)
    key = await resources.keyring.find_by_fingerprint(token.key_fingerprint) if token else None
    if key is None:
        raise AuthUserInvalidToken
    check_page(key.scope.settings, None, headers)
    session_id = session_id_of(session)
    counted = await resources.messaging.presence.add(session_id, key.id)
    cursor = read_cursor(given) if (given := _first(query, "cursor")) else 0
    if cursor is None:  # everything from the beginning is always right
        log.warning("cursor_unreadable", session=str(session_id))
    return Connected(counted or await _find_room(resources, session_id, key), cursor or 0)


async def _find_room(resources: Resources, session_id: UUID, key: Key) -> Session:
    """After sockets of processes that are gone are taken back. Says why if there is none."""
    found = await session_store.find_session(resources.db, session_id)
    if found is None:
        raise SessionNotFound
    if found.key_id != key.id:
        raise AuthUserInvalidToken
    if not found.is_resumable(resources.clock.now()):
        raise SessionNotFound
    async with resources.db.transaction() as tx:
        return await actions.add_socket(tx, session_id, resources.messaging.journal.node, resources.clock.now())


def read_cursor(text: str) -> int | None:
    found = CURSOR.fullmatch(text)
    return int(found[1]) if found else None


def _first(query: dict[str, list[str]], name: str) -> str:
    return query.get(name, [""])[0]
