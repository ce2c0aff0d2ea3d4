"""Regular expressions of the project's files, made sure to work in Python."""

from __future__ import annotations

import re

from parley.domain.projects.loading.fields import Fields

LONGEST = 10_000

_LATE_FLAGS = re.compile(r"\(\?([aiLmsux]+)\)")
_NAMED_GROUP = re.compile(r"\(\?<(?=[A-Za-z_])")


def pattern(fields: Fields, key: str, text: str, line: int | None = None) -> str | None:
    """The pattern, rewritten where only Python's spelling is stricter; None, with a problem, when it is invalid."""
    complaint = "it is too long" if len(text) > LONGEST else ""
    for candidate in (text, _portable(text)) if not complaint else ():
        try:
            re.compile(candidate)
        except (re.error, OverflowError, RecursionError) as error:
            complaint = complaint or str(error)
        else:
            return candidate
    place = fields.line_of(key) if line is None else line
    fields.findings.problem(fields.path, place, f"'{key}' is not a valid regular expression: {complaint}")
    return None


def replacement_fits(fields: Fields, key: str, expression: str, replacement: str) -> bool:
    """Whether the replacement can be used with the pattern (its groups exist, its escapes are known)."""
    always = re.compile(expression + "\n|").match("")
    assert always is not None
    try:
        always.expand(replacement)
    except (re.error, IndexError) as error:
        fields.problem(key, f"the replacement does not fit its pattern and is ignored: {error}", fatal=False)
        return False
    return True


def _portable(text: str) -> str:
    """Flags in the middle move to the front, and ``(?<name>`` becomes ``(?P<name>``."""
    flags = "".join(sorted({flag for found in _LATE_FLAGS.findall(text) for flag in found}))
    rest = _NAMED_GROUP.sub("(?P<", _LATE_FLAGS.sub("", text))
    return f"(?{flags}){rest}" if flags else rest
