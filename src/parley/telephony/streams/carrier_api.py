"""Requests to a carrier's interface, on behalf of a connector."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import orjson

from parley.domain.numbers.model import Connector
from parley.domain.numbers.trunks import decrypt_passwords
from parley.kit.encryption import Encryptor
from parley.kit.log import logger
from parley.kit.outbound.connection import NoAnswer
from parley.kit.outbound.egress import Egress
from parley.telephony.streams.provider import ApiRequest, Provider

log = logger(__name__)

API_SECONDS = 10.0
LARGEST_ANSWER = 256 * 1024


class CarrierRefused(Exception):
    """The carrier did not do what it was asked. Says how it answered, not what: that may quote numbers."""


class CarrierApi:
    def __init__(self, egress: Egress, encryptor: Encryptor, urls: Mapping[str, str]) -> None:
        """`urls` are the addresses of the carriers' interfaces, by carrier."""
        self._egress = egress
        self._encryptor = encryptor
        self._urls = urls

    async def send(self, provider: Provider, connector: Connector, request: ApiRequest) -> dict[str, Any]:
        """What it answers. Raises `CarrierRefused`."""
        token = decrypt_passwords(self._encryptor, connector).auth_token
        try:
            answer = await self._egress.fetch(
                request.method,
                self._urls.get(provider.name, provider.url).rstrip("/") + request.path,
                headers={
                    "Authorization": provider.authorization(connector.trunk, token),
                    "Accept": "application/json",
                },
                json=request.json,
                data=request.form,
                seconds=API_SECONDS,
                largest=LARGEST_ANSWER,
            )
        except NoAnswer as failed:
            raise CarrierRefused(f"the carrier does not answer ({failed.reason})") from None
        if answer.status >= 300:
            raise CarrierRefused(f"the carrier answers {answer.status}")
        try:
            found = orjson.loads(answer.text) if answer.text else {}
        except ValueError:
            return {}
        return found if isinstance(found, dict) else {}
