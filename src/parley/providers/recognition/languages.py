"""Which languages the engines on this machine understand."""

from __future__ import annotations

MOONSHINE = frozenset({"en"})
WHISPER = frozenset({"ca", "de", "es", "fi", "fr", "id", "it", "ja", "ko", "nl", "pl", "pt", "ru", "sv", "tr", "zh"})
"""Of the hundred languages that Whisper base has names for, those that it was trained on with a thousand hours or more.
Of the others it makes up more words than it understands: keys are better then."""
OTHER_NAMES = {"val": "ca", "cmn": "zh", "in": "id"}


def primary_language(tag: str) -> str:
    """`es` of `es-419`, `ES_mx` and `es`: how people speak in a region makes no other model."""
    primary = tag.replace("_", "-").partition("-")[0].strip().lower()
    return OTHER_NAMES.get(primary, primary)
