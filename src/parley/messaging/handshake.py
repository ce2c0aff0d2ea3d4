"""Who may connect to a session: the token of its connector, from a page on one of the connector's hosts."""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import parse_qs
from uuid import UUID

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
    found = await session_store.find_session(resources.db, session_id)
    if found is None:
        raise SessionNotFound
    if found.key_id != key.id:
        raise AuthUserInvalidToken
    if not found.is_resumable(resources.clock.now()):
        raise SessionNotFound
    async with resources.db.transaction() as tx:
        counted = await actions.add_socket(tx, session_id, resources.messaging.journal.node, resources.clock.now())
    return Connected(counted, _cursor(_first(query, "cursor"), session_id))


def _cursor(text: str, session_id: UUID) -> int:
    """What cannot be read means everything from the beginning."""
    if not text:
        return 0
    found = CURSOR.fullmatch(text)
    if found is None:
        log.warning("cursor_unreadable", session=str(session_id))
        return 0
    return int(found[1])


def _first(query: dict[str, list[str]], name: str) -> str:
    return query.get(name, [""])[0]
