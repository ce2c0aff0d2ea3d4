"""A/B tests: who talks to which of two deployments. Pure.

arm      control, which answers in live anyway, or variant, which gets a share of the new conversations
share    of the variant, in per cent
"""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from hashlib import blake2b
from typing import Any
from uuid import UUID

from parley.domain.deployments.model import Deployment
from parley.kit.clock import iso
from parley.kit.errors import FieldError, ParleyError, ValidationFailed
from parley.kit.values import value

SMALLEST, LARGEST, STEP, USUAL = 5, 95, 5, 50
"""Shares, in per cent."""
POINTS = 1 << 64


class AbTestNotFound(ParleyError):
    """There is no such A/B test."""

    status = 404


class AbTestRunning(ParleyError):
    """An A/B test is running in live: end it first, with the deployment that is to stay."""

    status = 409


class AbTestEnded(ParleyError):
    """This A/B test has ended already."""

    status = 409


class Arm(StrEnum):
    CONTROL = "control"
    VARIANT = "variant"


@value
class AbTest:
    id: UUID
    account_id: str
    project_id: str
    name: str
    control_deployment_id: UUID
    variant_deployment_id: UUID
    traffic_percentage: int
    created_by: str
    created_at: datetime
    ended_at: datetime | None = None
    chosen_deployment_id: UUID | None = None

    def deployment_of(self, arm: Arm) -> UUID:
        return self.variant_deployment_id if arm is Arm.VARIANT else self.control_deployment_id

    def arm_of(self, deployment_id: UUID) -> Arm:
        """Of one of its conversations."""
        return Arm.VARIANT if deployment_id == self.variant_deployment_id else Arm.CONTROL

    def draw(self, subject: str) -> Arm:
        """Always the same for one subject. Who has the variant keeps it when the share grows."""
        digest = blake2b(subject.encode(), key=self.id.bytes, digest_size=8).digest()
        return Arm.VARIANT if int.from_bytes(digest) * 100 < self.traffic_percentage * POINTS else Arm.CONTROL

    def to_json(self) -> dict[str, Any]:
        """As command-line toolkits read it."""
        chosen = self.chosen_deployment_id
        return {
            "id": str(self.id),
            "name": self.name,
            "status": "active" if self.ended_at is None else "ended",
            "control_deployment_id": str(self.control_deployment_id),
            "variant_deployment_id": str(self.variant_deployment_id),
            "traffic_percentage": self.traffic_percentage,
            "created_by": self.created_by,
            "created_at": iso(self.created_at),
            "ended_at": None if self.ended_at is None else iso(self.ended_at),
            "chosen_deployment_id": None if chosen is None else str(chosen),
        }


@value
class Active:
    """What new conversations of an environment begin on."""

    deployment: Deployment
    test: AbTest | None = None
    """Only in live."""
    variant: Deployment | None = None
    """Of the test."""

    @property
    def deployment_ids(self) -> set[UUID]:
        """Of both arms: a conversation keeps the one that it was given."""
        return {each.id for each in (self.deployment, self.variant) if each is not None}

    def draw(self, subject: str) -> Deployment:
        if self.test is None or self.variant is None or self.test.draw(subject) is Arm.CONTROL:
            return self.deployment
        return self.variant


def check_share(percentage: int) -> None:
    if percentage not in range(SMALLEST, LARGEST + 1, STEP):
        problem = f"is from {SMALLEST} to {LARGEST}, in steps of {STEP}"
        raise ValidationFailed(fields=[FieldError("traffic_percentage", problem)])


def check_arms(control: Deployment | None, variant: Deployment | None, wanted: UUID) -> tuple[Deployment, Deployment]:
    """The two of a new test: what is active in live, and in pre-release."""
    problem = ""
    if control is None:
        problem = "has nothing to be compared with: nothing is live yet"
    elif variant is None or variant.id != wanted:
        problem = "is not the active deployment of pre-release"
    elif variant.artifact_hash == control.artifact_hash:
        problem = "is the version that is live already"
    if problem or control is None or variant is None:
        raise ValidationFailed(fields=[FieldError("variant_deployment_id", problem)])
    return control, variant


def check_choice(test: AbTest, chosen: UUID) -> None:
    if chosen not in (test.control_deployment_id, test.variant_deployment_id):
        raise ValidationFailed(fields=[FieldError("chosen_deployment_id", "is not one of the two of this test")])
