"""Connectors and phone numbers as values."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from parley.kit.errors import ParleyError

E164 = re.compile(r"\+[1-9][0-9]{5,14}")


class PhoneNumbersNotFound(ParleyError):
    """There is no such phone number here."""

    status = 404


class PhoneNumbersTaken(ParleyError):
    """This number is assigned to an agent already."""

    status = 409


class PhoneNumbersInvalid(ParleyError):
    """A phone number is written with its country code: a plus sign and 6 to 15 digits."""

    status = 400


class ConnectorsNotFound(ParleyError):
    """There is no such connector."""

    status = 404


@dataclass(frozen=True, slots=True)
class Connector:
    id: str
    account_id: str
    project_id: str
    name: str
    environment: str
    variant_id: str
    outbound: bool
    """Calls may be placed through it."""
    settings: Mapping[str, Any] = field(default_factory=dict)
    created_at: datetime | None = None
    updated_at: datetime | None = None

    def to_json(self) -> dict[str, Any]:
        return {
            "connectorId": self.id,
            "name": self.name,
            "projectId": self.project_id,
            "accountId": self.account_id,
            "clientEnv": self.environment,
            "variantId": self.variant_id,
            "outbound": self.outbound,
        }


@dataclass(frozen=True, slots=True)
class PhoneNumber:
    number: str
    account_id: str
    project_id: str
    environment: str
    variant_id: str = ""
    connector_id: str | None = None

    def to_json(self) -> dict[str, Any]:
        shown = {
            "number": self.number,
            "projectId": self.project_id,
            "accountId": self.account_id,
            "clientEnv": self.environment,
        }
        return {**shown, "connectorId": self.connector_id} if self.connector_id else shown


def plain_number(text: str) -> str:
    """A number as it is stored: what people put between digits is left out."""
    number = re.sub(r"[\s().-]", "", text)
    if not E164.fullmatch(number):
        raise PhoneNumbersInvalid
    return number
