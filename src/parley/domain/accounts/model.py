"""Accounts and keys as values, and every decision about who may do what."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any
from uuid import UUID

from parley.kit.errors import ParleyError

SLUG = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")
RESERVED_SLUGS = frozenset(
    {
        "accounts",
        "agents",
        "alert-rules",
        "alerts",
        "conversations",
        "external-events",
        "outbound-calling",
        "webhook-endpoints",
    }
)
"""In a path they stand where the slug of an account would."""
ACCOUNT_PREFIXES = ("ACCOUNT-", "ws-")
PROJECT_PREFIXES = ("PROJECT-",)


class Family(StrEnum):
    """What a key opens. A chat needs two: the API key and the token of the connector. A messaging key is the token of a
    connector alone: it stands in pages, and is good for its hosts only. An `api` key opens those families
    that it has the permission for. A console key signs a person in, and is good for nothing else."""

    CHAT = "chat"
    CHAT_TOKEN = "chat_token"  # noqa: S105 the name of a kind of key, not a secret
    CONVERSATIONS = "conversations"
    CONCURRENCY = "concurrency"
    OUTBOUND = "outbound"
    EXTERNAL_EVENTS = "external_events"
    DNI = "dni"
    HANDOFF = "handoff"
    BUILD = "build"
    MESSAGING = "messaging"
    DESK = "desk"
    CONSOLE = "console"
    API = "api"


class Role(StrEnum):
    """What somebody in the console may do: look; change agents and what belongs to them; also say who else may."""

    VIEWER = "viewer"
    EDITOR = "editor"
    ADMIN = "admin"

    def includes(self, other: Role) -> bool:
        return ROLES.index(self) >= ROLES.index(other)


ROLES = tuple(Role)
"""Each may do what the ones before it may."""

PERMISSIONS = (Family.CONVERSATIONS, Family.CONCURRENCY, Family.EXTERNAL_EVENTS, Family.HANDOFF)
"""What one key may open together: whatever is about data of conversations. The others act for one project in one
environment, or for the account as a whole."""
MOST_PROJECTS = 100
"""In the list of one key."""


class AccountNotFound(ParleyError):
    """There is no such account."""

    status = 404


class KeyNotFound(ParleyError):
    """There is no such key."""

    status = 404


class KeyRotated(ParleyError):
    """This key was rotated already."""

    status = 409


class SlugInvalid(ParleyError):
    """A slug is made of letters, digits, dots, hyphens and underscores, and is not a reserved word."""

    status = 400


class SlugTaken(ParleyError):
    """That slug or id is in use already."""

    status = 409


class KeyScopeInvalid(ParleyError):
    """A key of this family needs another scope."""

    status = 400


@dataclass(frozen=True, slots=True)
class Account:
    id: str
    slug: str
    name: str
    created_at: datetime


@dataclass(frozen=True, slots=True)
class Scope:
    """What a key is bound to. None means every one (or, for a variant, none in particular)."""

    account_id: str
    project_id: str | None = None
    region: str | None = None
    environment: str | None = None
    variant: str | None = None
    connector_id: str | None = None
    settings: Mapping[str, Any] = field(default_factory=dict)
    project_ids: frozenset[str] | None = None
    """Of an `api` key, the only projects that it is for."""

    def covers(self, project_id: str, region: str) -> bool:
        """Whether a key may be used for a project of its account."""
        if self.project_ids is not None and project_id not in self.project_ids:
            return False
        return self.project_id in (None, project_id) and self.region in (None, region)

    @property
    def names_projects(self) -> bool:
        return self.project_id is not None or self.project_ids is not None


@dataclass(frozen=True, slots=True)
class Key:
    id: UUID
    family: Family
    scope: Scope
    hint: str
    name: str
    created_at: datetime
    expires_at: datetime | None = None
    revoked_at: datetime | None = None
    last_used_at: datetime | None = None
    successor_id: UUID | None = None
    """Set once it was rotated: it only works for the rest of the overlap."""
    permissions: frozenset[Family] = frozenset()
    """Of an `api` key, what it opens."""

    @property
    def role(self) -> Role | None:
        """Of a console key."""
        return Role(self.scope.settings["role"]) if self.family is Family.CONSOLE else None

    def opens(self, *families: Family) -> bool:
        return self.family in families or not self.permissions.isdisjoint(families)

    def works_at(self, moment: datetime) -> bool:
        return self.revoked_at is None and (self.expires_at is None or moment < self.expires_at)

    def status_at(self, moment: datetime) -> str:
        if self.revoked_at is not None:
            return "revoked"
        return "active" if self.works_at(moment) else "expired"


NEEDS_PROJECT = frozenset({Family.CHAT, Family.CHAT_TOKEN, Family.OUTBOUND, Family.DNI, Family.MESSAGING, Family.DESK})
"""Families that act for one project, in one environment."""


def check_scope(family: Family, scope: Scope, permissions: Collection[Family] = ()) -> None:
    """Refuses a scope that the family cannot have, and permissions that cannot be given together."""
    if family is Family.API:
        _check_api_key(scope, permissions)
    elif permissions or scope.project_ids is not None:
        raise KeyScopeInvalid(f"A {family} key opens {family} alone, for one project or the whole account.")
    if family in NEEDS_PROJECT and scope.project_id is None:
        raise KeyScopeInvalid(f"A {family} key is bound to one project: name it.")
    if family in NEEDS_PROJECT and scope.environment is None:
        raise KeyScopeInvalid(f"A {family} key is bound to one environment: name it.")
    if family in (Family.BUILD, Family.CONSOLE) and scope.project_id is not None:
        raise KeyScopeInvalid(f"A {family} key is valid for the whole account and takes no project.")
    if family is Family.CONSOLE and scope.settings.get("role") not in ROLES:
        raise KeyScopeInvalid(f"A console key has a role: {', '.join(ROLES)}.")


def _check_api_key(scope: Scope, permissions: Collection[Family]) -> None:
    if not permissions or not set(permissions) <= set(PERMISSIONS):
        raise KeyScopeInvalid(f"An api key has one or more of the permissions {', '.join(PERMISSIONS)}.")
    if (scope.project_id, scope.environment, scope.variant, scope.connector_id) != (None, None, None, None):
        raise KeyScopeInvalid("An api key is for all projects of an account or a list of them, and for nothing else.")
    # An empty list must not exist: otherwise a list could grow into everything by losing its entries.
    if scope.project_ids is not None and not 0 < len(scope.project_ids) <= MOST_PROJECTS:
        raise KeyScopeInvalid(f"The list of a key has 1 to {MOST_PROJECTS} projects; without a list it is for all.")


def check_slug(slug: str) -> str:
    if (
        not SLUG.fullmatch(slug)
        or slug.lower() in RESERVED_SLUGS
        or slug.startswith((*ACCOUNT_PREFIXES, *PROJECT_PREFIXES))
    ):
        raise SlugInvalid(
            f"'{slug}' cannot be a slug: letters, digits, dots, hyphens and underscores, no reserved word."
        )
    return slug


def check_id(given: str, prefixes: tuple[str, ...]) -> str:
    """An id that was made elsewhere and is to be kept."""
    if not given.startswith(prefixes) or not SLUG.fullmatch(given):
        raise SlugInvalid(f"'{given}' cannot be an id: it begins with {' or '.join(prefixes)}.")
    return given


def spellings(reference: str, prefixes: tuple[str, ...]) -> list[str]:
    """Every id that `reference` may stand for: `ws-1` and `ACCOUNT-1` name the same account."""
    for prefix in prefixes:
        if reference.startswith(prefix):
            return [known + reference.removeprefix(prefix) for known in prefixes]
    return [reference]
