"""What the trunk of a connector may be like, and its passwords. Each check raises `ValueError` with what is wrong."""

from __future__ import annotations

import re
from base64 import b64decode
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass, field, replace
from ipaddress import ip_address, ip_network
from typing import Any

import orjson

from parley.domain.numbers.model import PLIVO, SIP, TELNYX, TWILIO, WEBRTC, Connector, ConnectorsValidationFailed, Trunk
from parley.kit.encryption import Encryptor

LABEL = re.compile(r"[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?")
LONGEST_NAME = 253
USER = re.compile(r"[A-Za-z0-9._~!$&*+=-]{0,128}")
CALLER_ID = re.compile(r"\+?[A-Za-z0-9._-]{0,64}")
CARRIERS = (SIP, TWILIO, TELNYX, PLIVO, WEBRTC)
CARRIER_ID = re.compile(r"[A-Za-z0-9_-]{0,64}")
PUBLIC_KEY_BYTES = 32

TRANSPORTS = ("", "udp", "tcp", "tls")
MOST_NETWORKS = 64
MOST_CALLS = 1000
LONGEST_RING = 300.0
LONGEST_QUEUE = 3000.0
"""Together with the ringing less than an hour: no conversation begins later than that after its id was made."""
LONGEST_PASSWORD = 256


@dataclass(frozen=True, slots=True)
class TrunkPasswords:
    password: str = field(default="", repr=False)
    """What we answer when the provider asks who we are."""
    inbound_password: str = field(default="", repr=False)
    """What the provider has to know when it calls."""
    auth_token: str = field(default="", repr=False)
    """Of a carrier with media streams: what we show its interface, and, with most, what it signs its requests with."""


@dataclass(frozen=True, slots=True)
class ConnectorUpdate:
    """What is set on a connector; what is not named stays."""

    fields: Mapping[str, Any] = field(default_factory=dict)
    """Of the connector itself: name, environment, variant_id, outbound."""
    trunk: Mapping[str, Any] = field(default_factory=dict)
    passwords: Mapping[str, str] = field(default_factory=dict, repr=False)

    @property
    def names(self) -> set[str]:
        return self.fields.keys() | self.trunk.keys() | self.passwords.keys()


def update_connector(encryptor: Encryptor, connector: Connector, update: ConnectorUpdate) -> Connector:
    settings = update_settings(connector.settings, update.trunk)
    secret = encrypt_passwords(encryptor, connector, update.passwords) if update.passwords else connector.secret
    return replace(connector, **update.fields, settings=settings, secret=secret)


def check_host(host: str) -> str:
    """A host name or an address, without a port; empty: none."""
    if not host or _is_name(host):
        return host
    try:
        return str(ip_address(host))
    except ValueError:
        raise ValueError("is neither a host name nor an IP address") from None


def _is_name(host: str) -> bool:
    # What ends in digits is meant as an IPv4 address, and is read as one or refused.
    labels = host.split(".")
    return len(host) <= LONGEST_NAME and all(map(LABEL.fullmatch, labels)) and not labels[-1].isdecimal()


def check_user(user: str) -> str:
    if not USER.fullmatch(user):
        raise ValueError("has up to 128 letters, digits and ._~!$&*+=-")
    return user


def check_register(transport: str) -> str:
    if transport not in TRANSPORTS:
        raise ValueError("is udp, tcp, tls, or empty for none")
    return transport


def check_caller_id(number: str) -> str:
    if not CALLER_ID.fullmatch(number):
        raise ValueError("is a number, or has up to 64 letters, digits and ._-")
    return number


def check_carrier(carrier: str) -> str:
    if carrier not in CARRIERS:
        raise ValueError(f"is one of {', '.join(filter(None, CARRIERS))}; empty: a SIP trunk")
    return carrier


def check_carrier_id(text: str) -> str:
    """It becomes part of the addresses of the carrier's interface."""
    if not CARRIER_ID.fullmatch(text):
        raise ValueError("has up to 64 letters, digits, _ and -")
    return text


def check_public_key(text: str) -> str:
    try:
        good = not text or len(b64decode(text, validate=True)) == PUBLIC_KEY_BYTES
    except ValueError:
        good = False
    if not good:
        raise ValueError(f"is not {PUBLIC_KEY_BYTES} bytes in base64")
    return text


def check_networks(networks: Iterable[str]) -> tuple[str, ...]:
    given = tuple(networks)
    if len(given) > MOST_NETWORKS:
        raise ValueError(f"has more than {MOST_NETWORKS} entries")
    return tuple(dict.fromkeys(_network(text) for text in given))


def _network(text: str) -> str:
    try:
        return str(ip_network(text))
    except ValueError:
        raise ValueError("contains what is not an IP network, such as 203.0.113.0/24") from None


def check_password(password: str) -> str:
    if len(password) > LONGEST_PASSWORD or not password.isprintable():
        raise ValueError(f"has up to {LONGEST_PASSWORD} characters, all of them printable")
    return password


def _number(least: float, most: float) -> Callable[[float], float]:
    def check(value: float) -> float:
        # `True` is a number to Python.
        if isinstance(value, bool) or not least <= value <= most:
            raise ValueError(f"is a number from {least:g} to {most:g}")
        return value

    return check


CHECKS: Mapping[str, Callable[[Any], Any]] = {
    "carrier": check_carrier,
    "account_sid": check_carrier_id,
    "application_id": check_carrier_id,
    "public_key": check_public_key,
    "host": check_host,
    "port": _number(1, 65535),
    "tls_port": _number(1, 65535),
    "user": check_user,
    "caller_id": check_caller_id,
    "from_domain": check_host,
    "networks": check_networks,
    "register_over": check_register,
    "inbound_user": check_user,
    "max_calls": _number(0, MOST_CALLS),
    "ring_seconds": _number(1, LONGEST_RING),
    "queue_seconds": _number(0, LONGEST_QUEUE),
}
"""By field of a `Trunk`."""


def update_settings(settings: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """The settings of a connector after some fields of its trunk were set; what is usual is not kept."""
    usual = asdict(Trunk())
    wanted = {**settings, **_check_all(CHECKS, changes)}
    if wanted.get("register_over") and not (wanted.get("host") and wanted.get("user")):
        raise ConnectorsValidationFailed("Register over is for a connector with a host and a user.")
    return {name: value for name, value in wanted.items() if name not in usual or value != usual[name]}


def encrypt_passwords(encryptor: Encryptor, connector: Connector, changes: Mapping[str, str]) -> bytes | None:
    """Encrypted for this connector alone; a password that is not among the changes stays. None: there is none."""
    wanted = {**asdict(decrypt_passwords(encryptor, connector)), **_check_all(PASSWORD_CHECKS, changes)}
    # What is empty is left out: the release before does not know all of them.
    given = {name: value for name, value in wanted.items() if value}
    return encryptor.encrypt(orjson.dumps(given), connector.id.encode()) if given else None


def decrypt_passwords(encryptor: Encryptor, connector: Connector) -> TrunkPasswords:
    if connector.secret is None:
        return TrunkPasswords()
    return TrunkPasswords(**orjson.loads(encryptor.decrypt(connector.secret, connector.id.encode())))


PASSWORD_CHECKS: Mapping[str, Callable[[Any], Any]] = dict.fromkeys(TrunkPasswords.__dataclass_fields__, check_password)


def _check_all(checks: Mapping[str, Callable[[Any], Any]], changes: Mapping[str, Any]) -> dict[str, Any]:
    found, problems = {}, []
    for name, value in changes.items():
        try:
            found[name] = checks[name](value)
        except ValueError as error:
            problems.append(f"{name.replace('_', ' ')} {error}")
    if problems:
        text = "; ".join(problems)
        raise ConnectorsValidationFailed(f"{text[0].upper()}{text[1:]}.")
    return found
