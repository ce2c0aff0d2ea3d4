"""Views as values, and who may change them."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from parley.domain.accounts.model import Key, Role
from parley.kit.errors import ParleyError
from parley.kit.values import value

LONGEST_NAME = 80
LONGEST_QUERY = 2000
MOST_VIEWS = 100
"""Of one owner, and as many that an account shares."""


class ViewNotFound(ParleyError):
    """There is no such view."""

    status = 404


class ViewNameTaken(ParleyError):
    """There is a view with this name already."""

    status = 409


class TooManyViews(ParleyError):
    """There are too many views. Delete some that nobody needs."""

    status = 409


class SharedViewForbidden(ParleyError):
    """What the account shares is changed by an editor."""

    status = 403


@value
class View:
    id: UUID
    account_id: str
    owner_id: UUID
    name: str
    query: str
    is_shared: bool
    created_at: datetime


def may_see(key: Key, view: View) -> bool:
    return view.account_id == key.scope.account_id and (view.is_shared or view.owner_id == key.id)


def may_change(key: Key, view: View) -> bool:
    """Their own that nobody else sees, and as an editor what is shared. A key without a role is the account's own."""
    return may_see(key, view) and (not view.is_shared or key.role is None or key.role.includes(Role.EDITOR))
