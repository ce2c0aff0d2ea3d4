"""Numbers and addresses that are nobody's, in the place of those that are somebody's: pure.

The same always gets the same, so that what a user said still fits what a function was called with. What was hidden when
the conversation was written gets one too.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from parley.kit.text.phone_and_card_numbers import find_numbers
from parley.kit.text.redact import ADDRESS, KINDS, SMALLEST

CARD = "4111111111111111"
"""Every payment provider's number for tests."""
_HIDDEN = re.compile(r"\[({})\]".format("|".join(KINDS)))
_NOT_DIGITS = re.compile(r"\D")


class StandIns:
    """For one conversation."""

    def __init__(self) -> None:
        self._given: dict[tuple[str, str], str] = {}

    def text(self, text: str) -> str:
        text = _HIDDEN.sub(lambda found: self._stand_in(found[1], ""), text)
        text = ADDRESS.sub(lambda found: self._address(found[0].lower()), text)
        parts, reached = [], 0
        for number in find_numbers(text):
            written = text[number.start : number.end]
            if _NOT_DIGITS.sub("", written) not in self._known_digits():
                parts += [text[reached : number.start], self._stand_in(number.kind, written)]
                reached = number.end
        return "".join([*parts, text[reached:]])

    def caller(self, number: str) -> str:
        """Of something that is known to be a phone number."""
        return self._stand_in("phone", number) if any(character.isdigit() for character in number) else number

    def value(self, value: Any) -> Any:
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, Mapping):
            return {self.text(str(name)): self.value(member) for name, member in value.items()}
        if isinstance(value, list | tuple):
            return [self.value(member) for member in value]
        if isinstance(value, int) and value >= SMALLEST and (found := list(find_numbers(str(value), is_amount=True))):
            return int(_NOT_DIGITS.sub("", self._stand_in(found[0].kind, str(value))))
        return value

    def _address(self, address: str) -> str:
        return address if address in self._given.values() else self._stand_in("email", address)

    def _known_digits(self) -> set[str]:
        return {_NOT_DIGITS.sub("", each) for each in self._given.values()}

    def _stand_in(self, kind: str, written: str) -> str:
        digits = _NOT_DIGITS.sub("", written)
        key = (kind, written if kind == "email" else digits)
        if key not in self._given:
            number = sum(known == kind for known, _ in self._given)
            self._given[key] = _MADE[kind](digits, number)
        return self._given[key]


def _phone(digits: str, number: int) -> str:
    """Of the ranges that are kept for films; British ones for British ones, American ones for all others."""
    return f"+4420794600{number % 100:02}" if digits.startswith("44") else f"+120255501{number % 100:02}"


def _email(_digits: str, number: int) -> str:
    return f"user{number + 1}@example.com"


def _card(_digits: str, _number: int) -> str:
    return CARD


_MADE = {"phone": _phone, "email": _email, "card": _card}
