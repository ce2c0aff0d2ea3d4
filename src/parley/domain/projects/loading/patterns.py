"""Regular expressions of the project's files, made sure to work."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from parley.domain.projects.loading.fields import Fields
from parley.domain.projects.loading.tree import Node
from parley.kit.patterns.errors import PatternInvalid, PatternRefused, PatternUnsupported
from parley.kit.patterns.pattern import Pattern, compile_pattern, template_of

MOST = 1_000
"""Patterns of a project."""
MOST_CHARACTERS = 200_000
"""Of all of them together."""
LARGEST = 50_000
"""Steps that all of them together can take for each character of a text."""
STREAMED = "streamed"
LARGEST_STREAMED = 10_000
"""The same for phrase filters, which look again and again while a reply is being written."""

DATA_KEYWORDS = frozenset({"enum", "const", "default", "examples"})
"""What a schema has under these keys is no schema."""
NAME_KEYWORDS = frozenset(
    {"properties", "patternProperties", "$defs", "definitions", "dependencies", "dependentSchemas"}
)
"""What a schema has under these keys has an author's names for keys, and a schema for each: no name is a keyword."""


def check_pattern(
    fields: Fields,
    key: str,
    text: str,
    line: int | None = None,
    *,
    ignore_case: bool = True,
    whole: bool = False,
    use: str = "",
) -> str | None:
    """The pattern, rewritten where only Python's spelling is stricter; None, with a problem, when it cannot be used.

    What is not a regular expression is wrong. What is one for Python, but cannot be matched in linear time, is ignored.
    """
    place = fields.line_of(key) if line is None else line
    try:
        return _compile_counted(fields, text, ignore_case=ignore_case, whole=whole, use=use).source
    except PatternUnsupported as refusal:
        fields.findings.warning(fields.path, place, f"'{key}' cannot be used and is ignored: {refusal}")
    except PatternRefused as refusal:
        message = f"'{key}' is not a valid regular expression: {refusal}"
        fields.findings.problem(fields.path, place, message, fields.strict)
    return None


def replacement_fits(fields: Fields, key: str, expression: str, replacement: str) -> bool:
    """Whether the replacement can be used with the pattern (its groups exist, its escapes are known)."""
    try:
        template_of(expression, replacement)
    except PatternInvalid as error:
        fields.problem(key, f"the replacement does not fit its pattern and is ignored: {error}", fatal=False)
        return False
    return True


def check_schema_patterns(fields: Fields) -> None:
    """Reports patterns of a JSON Schema that cannot be used: they are ignored, the rest of the schema holds."""
    for line, text in _find_patterns(fields.node):
        try:
            _compile_counted(fields, text)
        except PatternRefused as refusal:
            fields.findings.warning(fields.path, line, f"'pattern' cannot be used and is ignored: {refusal}")


def _find_patterns(schema: Node) -> Iterator[tuple[int, str]]:
    waiting = [schema]
    while waiting:
        node = waiting.pop()
        if isinstance(node.value, tuple):
            waiting.extend(node.value)
        elif isinstance(node.value, Mapping):
            for key, inner in node.value.items():
                if key == "pattern" and isinstance(inner.value, str):
                    yield inner.line, inner.value
                elif key == "patternProperties" and isinstance(inner.value, Mapping):
                    yield from ((inner.keys.get(name, inner.line), name) for name in inner.value)
                if key in NAME_KEYWORDS and isinstance(inner.value, Mapping):
                    waiting.extend(inner.value.values())
                elif key not in DATA_KEYWORDS:
                    waiting.append(inner)


def _compile_counted(
    fields: Fields, text: str, *, ignore_case: bool = False, whole: bool = False, use: str = ""
) -> Pattern:
    """Each pattern costs memory and time wherever the project runs, however small it is."""
    sums = fields.findings.patterns
    sums["count"] += 1
    sums["characters"] += len(text)
    # Before anything is compiled, because compiling is what costs.
    if sums["count"] > MOST:
        raise PatternUnsupported(f"the project has more than {MOST} patterns")
    if sums["characters"] > MOST_CHARACTERS:
        raise PatternUnsupported(f"the patterns of the project have more than {MOST_CHARACTERS} characters together")
    found = compile_pattern(text, ignore_case=ignore_case, whole=whole)
    sums["size"] += found.size
    sums[use] += found.size
    if sums["size"] > LARGEST:
        raise PatternUnsupported("the patterns of the project are too large together; write fewer or smaller repeats")
    if sums[STREAMED] > LARGEST_STREAMED:
        raise PatternUnsupported("the phrase filters of the project are too large together")
    return found
