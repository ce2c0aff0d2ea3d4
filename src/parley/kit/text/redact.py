"""Takes phone numbers, mail addresses and card numbers out of text; `[phone]`, `[email]` and `[card]` take their place.

What was spelled out in words stays. Text without digits and without an at sign is never changed, and what was redacted
once stays as it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

from parley.kit.text.phone_and_card_numbers import find_numbers

EMAIL = "email"
KINDS = ("phone", EMAIL, "card")
DEEPEST = 100
CUT = "…"
SMALLEST = 10**8
"""A JSON number below this is left alone: most are counts, amounts and the like."""


_LETTERS = r"0-9A-Za-z_\u00c0-\u024f\u0370-\u06ff\u0900-\u0dff\u10a0-\u10ff\u1e00-\u1fff"
"""Not those of scripts that are written without spaces: an address would take the sentence around it along."""
ADDRESS = re.compile(rf"(?<![{_LETTERS}.+%'-])[{_LETTERS}.+%'-]+[@＠][{_LETTERS}-]+(?:\.[{_LETTERS}-]+)+")
_DIGIT = re.compile(r"\d")


class Redactor:
    def __init__(self, kinds: Iterable[str]) -> None:
        kinds = set(kinds)
        self._addresses = EMAIL in kinds
        self._number_kinds = kinds - {EMAIL}

    def text(self, text: str) -> str:
        # Addresses first: the digits in one are no phone number, and half of an address would be left.
        if self._addresses and ("@" in text or "＠" in text):
            text = ADDRESS.sub("[email]", text)
        return self._without_numbers(text) if self._number_kinds and _DIGIT.search(text) else text

    def value(self, value: Any, levels: int = DEEPEST) -> Any:
        """JSON with every text in it redacted, names of members too. A number that is a phone or card number becomes
        text; what is nested too deeply to look at is cut off."""
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, int):
            return self._number(value)
        if not isinstance(value, Mapping | list | tuple):
            return value
        if levels == 0:
            return CUT
        if isinstance(value, Mapping):
            return {
                self.text(name) if isinstance(name, str) else name: self.value(member, levels - 1)
                for name, member in value.items()
            }
        return [self.value(member, levels - 1) for member in value]

    def number(self, number: str) -> str:
        """Of something that is known to be a phone number, whatever its form."""
        return "[phone]" if "phone" in self._number_kinds and _DIGIT.search(number) else self.text(number)

    def _number(self, number: int) -> int | str:
        if number < SMALLEST:
            return number
        text = self._without_numbers(str(number), is_amount=True)
        return number if text.isdecimal() else text

    def _without_numbers(self, text: str, is_amount: bool = False) -> str:
        parts, reached = [], 0
        for number in find_numbers(text, is_amount):
            if number.kind in self._number_kinds:
                parts += [text[reached : number.start], f"[{number.kind}]"]
                reached = number.end
        return "".join([*parts, text[reached:]])


@lru_cache(maxsize=64)
def redactor(kinds: tuple[str, ...]) -> Redactor:
    """The one for these kinds."""
    return Redactor(kinds)
