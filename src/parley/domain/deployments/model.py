"""Deployments as values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from parley.kit.clock import iso
from parley.kit.errors import ParleyError


class DeploymentNotFound(ParleyError):
    """There is no such deployment."""

    status = 404


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


def published(message: str) -> dict[str, str]:
    return {"deployment_message": message, "deployment_type": "publish"}
