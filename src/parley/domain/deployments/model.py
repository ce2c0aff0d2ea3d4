"""Deployments as values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID

from parley.kit.clock import iso
from parley.kit.errors import ParleyError

SEQUENCE = ("sandbox", "pre-release", "live")
"""Where a version goes, one after the other."""


ROLLBACK_MESSAGE = "rollback_message"
"""In the metadata of what was rolled back to, beside the message that the version has."""
DRAFT = "draft"
"""The environment of deployments that answer nowhere: of branches that somebody tries out."""


class DeploymentNotFound(ParleyError):
    """There is no such deployment."""

    status = 404


class DeploymentFileNotFound(ParleyError):
    """There is no such file in this deployment."""

    status = 404


class DeploymentsInvalidEnvironment(ParleyError):
    """There is no such environment to promote to: it is one of sandbox, pre-release and live."""

    status = 400


class DeploymentsNothingToPublish(ParleyError):
    """Nothing was published yet: send the project's files first."""

    status = 400
    code = "CHAT_DRAFT_NOT_EXIST"


class DeploymentsAlreadyPublished(ParleyError):
    """This version answers there already."""

    status = 409


class DeploymentsValidationFailed(ParleyError):
    """The project's files are not valid."""

    status = 400


@dataclass(frozen=True, slots=True)
class Deployment:
    id: UUID
    account_id: str
    project_id: str
    environment: str
    artifact_hash: str
    artifact_version: str
    version: str
    created_by: str
    created_at: datetime
    metadata: Mapping[str, Any] | None
    record_ids: Mapping[str, Any] = field(default_factory=dict)
    """Ids of what its files know by names, where they are not those of the names."""

    def to_json(self) -> dict[str, Any]:
        """As the build service shows it."""
        return {
            "id": str(self.id),
            "accountId": self.account_id,
            "agentId": self.project_id,
            "environment": self.environment,
            "artifactVersion": self.artifact_version,
            "version": self.version,
            "createdBy": self.created_by,
            "createdAt": iso(self.created_at),
            "metadata": self.metadata,
        }


def deployment_metadata(kind: str, message: str) -> dict[str, str]:
    """The metadata of a deployment; its kind is publish, promotion or rollback."""
    return {"deployment_message": message, "deployment_type": kind}


def check_published(environment: str) -> None:
    if environment == DRAFT:
        raise DeploymentsInvalidEnvironment("This was made to try out a branch: merge the branch to publish it.")


def promotion_target(environment: str, wanted: str | None) -> str:
    """Where a promotion leads: where it was told to, or one step on."""
    check_published(environment)
    if wanted is not None:
        if wanted not in SEQUENCE:
            raise DeploymentsInvalidEnvironment
        return wanted
    if environment == SEQUENCE[-1]:
        raise DeploymentsInvalidEnvironment("A live deployment has no next environment: name the target.")
    return SEQUENCE[SEQUENCE.index(environment) + 1]
