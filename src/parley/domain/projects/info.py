"""A project as the platform knows it: whose it is, where it lives, how it is set. What the agent says is in `model`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from parley.kit.errors import ParleyError


class ProjectNotFound(ParleyError):
    """There is no such project."""

    status = 404


@dataclass(frozen=True, slots=True)
class ProjectInfo:
    id: str
    account_id: str
    slug: str
    name: str
    region: str
    settings: Mapping[str, Any]
    created_at: datetime
    updated_at: datetime
