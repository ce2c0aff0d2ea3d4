"""Entries of the audit log as values."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum, auto
from typing import Any
from uuid import UUID

from parley.kit.clock import iso

FORGET_OLD = "audit.forget_old"


class ActorKind(StrEnum):
    """Whoever uses the command line on this installation is its operator. What nobody asked for, it does by itself."""

    KEY = "key"
    OPERATOR = "operator"
    SYSTEM = "system"


class Verb(StrEnum):
    CREATED = "created"
    CHANGED = "changed"
    DELETED = "deleted"
    SET = "set"
    ISSUED = "issued"
    ROTATED = "rotated"
    REVOKED = "revoked"
    PUBLISHED = "published"
    PROMOTED = "promoted"
    ROLLED_BACK = "rolled_back"
    SIGNED_IN = "signed_in"
    SIGNED_OUT = "signed_out"
    REFUSED = "refused"
    ENABLED = "enabled"
    DISABLED = "disabled"
    RUN_AGAIN = "run_again"
    DISCARDED = "discarded"
    MERGED = "merged"
    RESTORED = "restored"
    STARTED = "started"
    ENDED = "ended"
    LISTENED = "listened"
    """Changes nothing, and is written down all the same: who is on the call does not notice."""


class Kind(StrEnum):
    ACCOUNT = "account"
    AGENT = "agent"
    KEY = "key"
    SESSION = "session"
    DEPLOYMENT = "deployment"
    REAL_TIME_CONFIG = "real_time_config"
    SECRET = auto()
    CONNECTOR = "connector"
    CALL = "call"
    PHONE_NUMBER = "phone_number"
    ALERT_RULE = "alert_rule"
    WEBHOOK_ENDPOINT = "webhook_endpoint"
    JOB = "job"
    BRANCH = "branch"
    AB_TEST = "ab_test"
    VOICE = "voice"
    PHRASE = "phrase"


@dataclass(frozen=True, slots=True)
class Actor:
    """What is not known is left out: a sign-in has an address before it has a key."""

    kind: ActorKind | None = None
    key_id: UUID | None = None
    name: str | None = None
    """What people know the key by."""
    role: str | None = None
    """Of a key of the console."""
    address: str | None = None

    def to_json(self) -> dict[str, str]:
        known = {
            "kind": self.kind,
            "key_id": self.key_id,
            "name": self.name,
            "role": self.role,
            "address": self.address,
        }
        return {name: str(value) for name, value in known.items() if value}


OPERATOR = Actor(ActorKind.OPERATOR)


@dataclass(frozen=True, slots=True)
class Entry:
    id: UUID
    at: datetime
    actor: Actor
    verb: str
    kind: str
    subject: str
    """The id of what was changed, or the name that it has instead of one."""
    project_id: str | None
    fields: tuple[str, ...]

    def to_json(self) -> dict[str, Any]:
        actor = self.actor
        return {
            "id": str(self.id),
            "at": iso(self.at),
            "actor": {
                "kind": actor.kind,
                "keyId": None if actor.key_id is None else str(actor.key_id),
                "name": actor.name or "",
                "role": actor.role,
                "address": actor.address,
            },
            "verb": self.verb,
            "kind": self.kind,
            "subject": self.subject,
            "agentId": self.project_id,
            "fields": list(self.fields),
        }


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which entries of an account; what is None does not matter."""

    actor: str | None = None
    """The id of a key, or a kind of actor."""
    kind: str | None = None
    subject: str | None = None
    since: datetime | None = None
    until: datetime | None = None
