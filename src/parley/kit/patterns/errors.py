"""Why a pattern is not used. The text is for whoever wrote the pattern."""

from __future__ import annotations


class PatternRefused(ValueError):
    """A pattern that is not used."""


class PatternInvalid(PatternRefused):
    """It is not a regular expression."""


class PatternUnsupported(PatternRefused):
    """It is one, but cannot be matched in time linear in the text, or is too large."""
