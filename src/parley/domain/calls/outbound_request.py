"""What a client may ask of a call: the number that it goes to, and metadata. Each check raises `ValueError`."""

from __future__ import annotations

import re
from collections.abc import Mapping

import orjson
import phonenumbers
from phonenumbers import NumberParseException, PhoneNumberFormat, ValidationResult

METADATA_LIMIT = 26 * 1024
"""Metadata as compact JSON in base64 has fewer characters than this."""

NAME = re.compile(r"[A-Za-z0-9.!%*_+`'~-]+")
# A line break in a value would begin a header of the client's own choice.
CONTROL = re.compile(r"[\x00-\x08\x0a-\x1f\x7f]")
ABBREVIATION = re.compile(r"[A-Za-z]")
"""One letter alone may be short for a header of SIP's own (`i` is Call-ID, `k` is Supported), or may become so."""

RESERVED = frozenset(
    {
        "accept",
        "accept-contact",
        "accept-encoding",
        "accept-language",
        "alert-info",
        "allow",
        "allow-events",
        "authentication-info",
        "authorization",
        "call-id",
        "call-info",
        "contact",
        "cseq",
        "diversion",
        "expires",
        "from",
        "history-info",
        "identity",
        "join",
        "max-forwards",
        "mime-version",
        "min-expires",
        "min-se",
        "privacy",
        "rack",
        "record-route",
        "refer-to",
        "referred-by",
        "reject-contact",
        "remote-party-id",
        "replaces",
        "request-disposition",
        "require",
        "route",
        "rseq",
        "session-expires",
        "supported",
        "to",
        "unsupported",
        "user-agent",
        "via",
        "www-authenticate",
    }
)
"""Headers that say where a call goes, on whose behalf, and how it is to be read: not the client's to choose."""
RESERVED_PREFIXES = ("content-", "p-", "proxy-", "security-")


def to_e164(to_number: str, country_code: str | None) -> str:
    """The number in E.164. One with its country code needs no other; `country_code` says how the rest are meant."""
    text = to_number.strip()
    region = None if text.startswith("+") else _region(country_code)
    try:
        number = phonenumbers.parse(text, region)
    except NumberParseException:
        raise ValueError("is not a phone number") from None
    if number.extension:
        raise ValueError("has an extension, which cannot be called directly")
    if phonenumbers.is_possible_number_with_reason(number) != ValidationResult.IS_POSSIBLE:
        raise ValueError("does not have as many digits as numbers of that country have")
    return phonenumbers.format_number(number, PhoneNumberFormat.E164)


def check_metadata(metadata: Mapping[str, str]) -> Mapping[str, str]:
    for name, value in metadata.items():
        if not NAME.fullmatch(name):
            raise ValueError("contains a key that cannot name a SIP header: letters, digits and -.!%*_+`'~ can")
        if CONTROL.search(value):
            raise ValueError(f"contains a control character, such as a line break, in {name}")
    # The interface counts metadata in this form; the length follows without making it.
    size = -(-len(orjson.dumps(dict(metadata))) // 3) * 4
    if size >= METADATA_LIMIT:
        raise ValueError(f"has {size} characters in base64; there must be fewer than {METADATA_LIMIT}")
    return metadata


def invite_headers(metadata: Mapping[str, str]) -> dict[str, str]:
    """What of it is sent to the other side. What SIP would read as a header of its own is for the agent alone."""
    return {name: value for name, value in metadata.items() if not _is_sip_header(name.lower())}


def _is_sip_header(name: str) -> bool:
    return name in RESERVED or name.startswith(RESERVED_PREFIXES) or ABBREVIATION.fullmatch(name) is not None


def _region(country_code: str | None) -> str:
    if not country_code:
        raise ValueError("has no country code: begin it with + or send country_code")
    region = country_code.strip().upper()
    if region not in phonenumbers.SUPPORTED_REGIONS:
        raise ValueError("cannot be read: country_code is not a country's two letters (ISO 3166-1)")
    return region
