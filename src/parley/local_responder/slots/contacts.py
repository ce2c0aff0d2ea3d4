"""Phone numbers and e-mail addresses, written or spoken."""

from __future__ import annotations

import re
from collections.abc import Sequence

import phonenumbers

from parley.local_responder.slots.codes import spelled_digits

_EMAIL = re.compile(r"(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}")
# All repetitions are bounded: "a dot a dot a …" without an "at" would be tried to its end from every word.
_SPOKEN_EMAIL = re.compile(
    r"(?<![\w.+-])(?P<local>[\w.+-]{1,64}(?:(?: dot | underscore | dash )[\w.+-]{1,64}){0,8})\s{1,8}at\s{1,8}"
    r"(?P<host>[\w-]{1,63}(?:(?: dot |\.)[\w-]{1,63}){1,8})",
    re.IGNORECASE,
)
_WRITTEN_PHONE = re.compile(r"\+?\d[\d\s().\-]{5,}\d")
SHORTEST_PHONE = 7
LONGEST_PHONE = 15
LONGEST_COUNTRY_CODE = 3


def find_email(text: str) -> str | None:
    written = _EMAIL.search(text)
    if written:
        return written[0].rstrip(".").lower()
    spoken = _SPOKEN_EMAIL.search(text)
    if not spoken:
        return None
    address = f"{spoken['local']}@{spoken['host']}".lower()
    for word, symbol in (("dot", "."), ("underscore", "_"), ("dash", "-")):
        address = address.replace(f" {word} ", symbol)
    return address


def find_phone(text: str, regions: Sequence[str] = ("US",)) -> str | None:
    """In international form (+15125550123) when it is valid in one of the regions, otherwise its digits."""
    written = _WRITTEN_PHONE.search(text)
    plus = "+" if re.search(r"\+\s*\d|\bplus\b", text) else ""
    digits = re.sub(r"\D", "", written[0]) if written else spelled_digits(text)
    if not SHORTEST_PHONE <= len(digits) <= LONGEST_PHONE:
        return None
    for region in regions:
        international = _international(plus + digits, region)
        if international:
            return international
    return plus + digits


def phone_region(country_code: str) -> str:
    """A region for "US", "+44", "44" or "GB"; the United States when unknown."""
    code = country_code.strip().lstrip("+")
    if code.isdecimal() and len(code) <= LONGEST_COUNTRY_CODE:
        region = str(phonenumbers.region_code_for_country_code(int(code)))
        return "US" if region == "ZZ" else region
    return code.upper() if len(code) == 2 and code.isalpha() else "US"


def _international(number: str, region: str) -> str | None:
    try:
        parsed = phonenumbers.parse(number, region)
    except phonenumbers.NumberParseException:
        return None
    if not phonenumbers.is_possible_number(parsed):
        return None
    return phonenumbers.format_number(parsed, phonenumbers.PhoneNumberFormat.E164)
