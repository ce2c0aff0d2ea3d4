"""Pools and reservations as values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from parley.domain.accounts.model import Scope
from parley.kit.errors import ParleyError


class NoRouteAvailable(ParleyError):
    """No route is available: the pool of this agent has no free number."""

    status = 404


@dataclass(frozen=True, slots=True)
class Pool:
    """The dynamic numbers that a key can reserve. A variant is one that callers are to reach: numbers that lead to no
    variant in particular can be reserved for it too."""

    project_id: str
    environment: str
    variant_id: str | None = None
    connector_id: str | None = None

    @classmethod
    def for_scope(cls, scope: Scope) -> Pool:
        assert scope.project_id is not None, "such a key is bound to a project"
        assert scope.environment is not None, "such a key is bound to an environment"
        return cls(scope.project_id, scope.environment, scope.variant, scope.connector_id)


@dataclass(frozen=True, slots=True)
class Reservation:
    """`attributes` are for the call that uses it and are kept no longer than until then."""

    number: str
    project_id: str
    environment: str
    variant_id: str
    attributes: Mapping[str, Any]
    reserved_at: datetime
    expires_at: datetime
    call_id: UUID | None = None
    """The call that used it."""
