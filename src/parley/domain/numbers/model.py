"""Connectors and phone numbers as values."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from parley.kit.errors import ParleyError

CONNECTORS_CHANGED = "parley_connectors"
"""The channel of news about them."""

SIP, TWILIO, TELNYX, PLIVO, WEBRTC = "", "twilio", "telnyx", "plivo", "webrtc"
"""Carriers: who brings the calls of a connector, and how. SIP is what needs no name."""

LANGUAGE_OF_VOICE = re.compile(r"([a-z]{2,3}-[A-Z]{2})(?:[-_]|$)")
"""How the name of a voice begins that says what it speaks."""

E164 = re.compile(r"\+[1-9][0-9]{5,14}")


class PhoneNumbersNotFound(ParleyError):
    """There is no such phone number here."""

    status = 404


class PhoneNumbersAlreadyExists(ParleyError):
    """This number is assigned to an agent already."""

    status = 409


class PhoneNumbersInvalidPhoneNumberFormat(ParleyError):
    """A phone number is written with its country code: a plus sign and 6 to 15 digits."""

    status = 400


class PhoneNumbersConnectorDoesNotExist(ParleyError):
    """There is no such connector for a phone number."""

    status = 404


class ConnectorsNotFound(ParleyError):
    """There is no such connector."""

    status = 404


class ConnectorsValidationFailed(ParleyError):
    """A connector cannot be like that."""

    status = 400


@dataclass(frozen=True, slots=True)
class Trunk:
    """The provider's side of a connector: where our calls go, and whose calls we take."""

    carrier: str = SIP
    """Who brings the calls: a SIP trunk, or a provider whose media streams carry them."""
    account_sid: str = ""
    """Of ours at a carrier with media streams: Account SID, Auth ID."""
    application_id: str = ""
    """The carrier's application that calls are placed with, where it wants one."""
    public_key: str = ""
    """What the carrier signs its requests with, where that is not the auth token."""
    host: str = ""
    """Where calls go; empty: nowhere."""
    port: int = 5060
    """For calls without TLS."""
    tls_port: int = 5061
    user: str = ""
    """Who we are when the provider asks for a password."""
    caller_id: str = ""
    """The number that is shown to those we call."""
    from_domain: str = ""
    """The domain of our own address; empty: the host."""
    networks: tuple[str, ...] = ()
    """Addresses that calls are taken from; empty: none."""
    register_over: str = ""
    """How we register at the provider (`udp`, `tcp`, `tls`), as `user`; empty: not at all. Calls are then also taken
    from where its registrar is."""
    inbound_user: str = ""
    """Who the provider has to prove to be when it calls; empty: its address is enough."""
    max_calls: int = 30
    """Calls at once, in both directions."""
    ring_seconds: float = 45.0
    queue_seconds: float = 300.0
    """How long a call waits for a free slot before it fails."""

    @classmethod
    def from_settings(cls, settings: Mapping[str, Any]) -> Trunk:
        known = {name: settings[name] for name in cls.__dataclass_fields__ if name in settings}
        return cls(**{**known, "networks": tuple(known.get("networks", ()))})


@dataclass(frozen=True, slots=True)
class RegistrationInfo:
    """How a connector's registration at its provider stands."""

    state: str
    """`registering`, `registered`, `failed`, or `unattended` when no voice process takes care of it."""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Connector:
    id: str
    account_id: str
    project_id: str
    name: str = ""
    environment: str = "live"
    variant_id: str = ""
    outbound: bool = False
    """Calls may be placed through it."""
    settings: Mapping[str, Any] = field(default_factory=dict)
    """The fields of its `Trunk` that differ from what is usual."""
    created_at: datetime | None = None
    updated_at: datetime | None = None
    secret: bytes | None = field(default=None, repr=False)
    """The passwords of its trunk, encrypted."""
    asr_lang_code: str = ""
    """The language that its calls begin in; empty: the project's."""
    voice_name: str = ""
    """The voice that answers; empty: the project's."""
    disable_handoff: bool = False
    """Nobody is transferred: the agent keeps its callers."""

    @property
    def trunk(self) -> Trunk:
        return Trunk.from_settings(self.settings)

    @property
    def tts_lang_code(self) -> str:
        """What its voice speaks, as far as the name of the voice says; else what is heard."""
        told = LANGUAGE_OF_VOICE.match(self.voice_name)
        return told.group(1) if told else self.asr_lang_code

    @property
    def places_calls(self) -> bool:
        return self.outbound and bool(self.trunk.host or self.trunk.carrier)

    def to_json(self) -> dict[str, Any]:
        """As builders and the operator see it: without passwords."""
        trunk = self.trunk
        return {
            "connectorId": self.id,
            "name": self.name,
            "projectId": self.project_id,
            "accountId": self.account_id,
            "clientEnv": self.environment,
            "variantId": self.variant_id,
            "asrLangCode": self.asr_lang_code,
            "ttsLangCode": self.tts_lang_code,
            "voiceName": self.voice_name,
            "disableHandoff": self.disable_handoff,
            "outbound": self.outbound,
            "carrier": trunk.carrier,
            "accountSid": trunk.account_sid,
            "applicationId": trunk.application_id,
            "publicKey": trunk.public_key,
            "host": trunk.host,
            "port": trunk.port,
            "tlsPort": trunk.tls_port,
            "user": trunk.user,
            "callerId": trunk.caller_id,
            "fromDomain": trunk.from_domain,
            "networks": list(trunk.networks),
            "registerOver": trunk.register_over,
            "inboundUser": trunk.inbound_user,
            "maxCalls": trunk.max_calls,
            "ringSeconds": trunk.ring_seconds,
            "queueSeconds": trunk.queue_seconds,
        }


@dataclass(frozen=True, slots=True)
class PhoneNumber:
    number: str
    account_id: str
    project_id: str
    environment: str
    variant_id: str = ""
    connector_id: str | None = None
    is_dynamic: bool = False
    """One of a pool: it leads to the agent only while it is reserved for a caller."""

    def to_json(self) -> dict[str, Any]:
        shown: dict[str, Any] = {
            "number": self.number,
            "projectId": self.project_id,
            "accountId": self.account_id,
            "clientEnv": self.environment,
        }
        if self.connector_id:
            shown["connectorId"] = self.connector_id
        return {**shown, "isDynamic": True} if self.is_dynamic else shown


def tidy_number(text: str) -> str:
    """Without what people put between digits."""
    return re.sub(r"[\s().-]", "", text)


def plain_number(text: str) -> str:
    """A number as it is stored: what people put between digits is left out."""
    number = tidy_number(text)
    if not E164.fullmatch(number):
        raise PhoneNumbersInvalidPhoneNumberFormat
    return number
