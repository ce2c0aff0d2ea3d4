"""Real-time configuration: values of an agent that change without a deployment, in one environment of a project."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

import orjson

from parley.domain.projects.model import Json
from parley.kit.clock import iso
from parley.kit.errors import FieldError, ParleyError
from parley.kit.json_depth import is_shallow

LARGEST = 256 * 1024
"""Bytes of a schema, and of all variables together: every conversation carries them along."""


class RealTimeConfigUnknownClientEnvironment(ParleyError):
    """There is no such environment: it is one of sandbox, pre-release and live."""

    status = 400


class RealTimeConfigInvalidSchema(ParleyError):
    """The schema is not valid."""

    status = 400


class RealTimeConfigInvalidForSchema(ParleyError):
    """The variables do not fit the schema."""

    status = 400


@dataclass(frozen=True, slots=True)
class ConfigLayer:
    """What one side says: the files of a deployment, or whoever edited something since."""

    schema: Mapping[str, Json] | None = None
    variables: Mapping[str, Json] = field(default_factory=dict)
    updated_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class RealTimeConfig:
    """The configuration of one environment: edits stand over files."""

    environment: str
    files: ConfigLayer
    edits: ConfigLayer

    @property
    def schema(self) -> Mapping[str, Json]:
        # An edited schema replaces that of the files as a whole; only variables are merged key by key.
        return (self.files.schema or {}) if self.edits.schema is None else self.edits.schema

    @property
    def variables(self) -> dict[str, Json]:
        return effective_variables(self.files.variables, self.edits.variables)

    @property
    def updated_at(self) -> datetime | None:
        """When either side changed last: a deployment counts, for its files may say something else."""
        return max(filter(None, (self.files.updated_at, self.edits.updated_at)), default=None)

    def to_json(self) -> dict[str, Any]:
        return {
            "clientEnv": self.environment,
            "schema": self.schema,
            "variables": self.variables,
            "lastUpdated": iso(self.updated_at) if self.updated_at else None,
        }


def effective_variables(files: Mapping[str, Json], edits: Mapping[str, Json]) -> dict[str, Json]:
    """What a conversation gets. An edit replaces what the files have under its key; null takes the key away."""
    removed = {name for name, value in edits.items() if value is None}
    return {name: value for name, value in {**files, **edits}.items() if name not in removed}


def check_size(name: str, value: Mapping[str, Json]) -> list[FieldError]:
    """What is wrong with the mere extent of a schema, or of variables."""
    # Depth first: orjson raises for what is nested too deeply.
    if not is_shallow(value):
        return [FieldError(name, "is nested too deeply")]
    if len(orjson.dumps(value)) > LARGEST:
        return [FieldError(name, f"has more than {LARGEST} bytes")]
    return []
