"""Pure: YAML that says something else and is otherwise the text that it was."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from parley.domain.branches.yaml_edits import read_yaml, rewrite
from tests.properties import examples

VARIANTS = """\
# Who we are in which town.
variants:
  - name: coastal  # the first one
    is_default: true
  - name: "inland"

# What differs between them.
attributes:
  - name: hours
    values:
      coastal: 9 to 5
      inland: 'closed'
  # The phone of the desk.
  - name: phone
    values: {coastal: "+44", inland: ""}
"""
TOPIC = """\
name: Opening hours
enabled: true  # for now
example_queries:
- When do you open?
- Are you open?
content: |
  We open at nine.

  We close at five.
# What to do with it.
actions: ''
"""


@pytest.mark.parametrize(
    ("text", "change", "expected"),
    [
        (TOPIC, lambda found: found.update(enabled=False), TOPIC.replace("enabled: true ", "enabled: false ")),
        (
            TOPIC,
            lambda found: found.update(content="Always.\nReally.\n"),
            TOPIC.replace("  We open at nine.\n\n  We close at five.\n", "  Always.\n  Really.\n"),
        ),
        (
            TOPIC,
            lambda found: found["example_queries"].append("On Sunday?"),
            TOPIC.replace("- Are you open?\n", "- Are you open?\n- On Sunday?\n"),
        ),
        (
            TOPIC,
            lambda found: found["example_queries"].pop(0),
            TOPIC.replace("- When do you open?\n", ""),
        ),
        (TOPIC, lambda found: found.update(actions="Say it."), TOPIC.replace("''", "'Say it.'")),
        (TOPIC, lambda found: found.pop("actions"), TOPIC.replace("actions: ''\n", "")),
        (TOPIC, lambda found: found.update(tags=["a"]), TOPIC + "tags:\n  - a\n"),
        (
            VARIANTS,
            lambda found: found["variants"].append({"name": "alpine"}),
            VARIANTS.replace('"inland"\n', '"inland"\n  - name: alpine\n'),
        ),
        (
            VARIANTS,
            lambda found: found["attributes"][0]["values"].update(inland="9 to 6", alpine="never"),
            VARIANTS.replace("'closed'\n", "'9 to 6'\n      alpine: never\n"),
        ),
        (
            VARIANTS,
            lambda found: found["attributes"][1]["values"].pop("inland"),
            VARIANTS.replace('{coastal: "+44", inland: ""}', "{coastal: '+44'}"),
        ),
        (
            VARIANTS,
            lambda found: found["attributes"].pop(0),
            VARIANTS.replace("  - name: hours\n    values:\n      coastal: 9 to 5\n      inland: 'closed'\n", ""),
        ),
        ("", lambda found: None, ""),
    ],
)
def test_only_what_changes_is_written_anew(text: str, change: Any, expected: str) -> None:
    found = read_yaml(text)
    change(found)
    assert rewrite(text, found) == expected


def test_line_ends_stay() -> None:
    text = TOPIC.replace("\n", "\r\n")
    made = rewrite(text, {**read_yaml(text), "tags": ["x", "y"], "content": "a\nb\n"})
    assert made.count("\n") == made.count("\r\n")
    assert "# What to do with it." in made


@pytest.mark.parametrize("text", ["a: &x 1\nb: *x\n", "{a: 1, b: [2]}", "- 1\n- - 2\n  - 3\n", "a:\n", "? a\n: b\n"])
@pytest.mark.parametrize("wanted", [{"a": 2}, [1], None, "x", {"a": {"b": [1, {"c": None}]}}, {}, []])
def test_whatever_stood_there_it_says_what_is_wanted(text: str, wanted: Any) -> None:
    assert read_yaml(rewrite(text, wanted)) == wanted


scalars = (
    st.none()
    | st.booleans()
    | st.integers(-5, 5)
    | st.sampled_from(
        [
            "",
            "a",
            "on",
            "1",
            "007",
            "2024-01-01",
            "x: y",
            "# no",
            "two\nlines\n",
            "two\nlines",
            " lead",
            "trail \n",
            "- d",
            "ü",
            "'",
            '"',
        ]
    )
)
values = st.recursive(
    scalars,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(["name", "a", "b", "c d", "on"]), inner, max_size=4)
    ),
    max_leaves=12,
)


@pytest.mark.slow
@examples(600)
@given(values, values, st.booleans())
def test_any_value_becomes_any_other(known: Any, wanted: Any, flow: bool) -> None:
    text: str = yaml.safe_dump(known, sort_keys=False, allow_unicode=True, default_flow_style=flow or None)
    if read_yaml(text) == known:
        assert read_yaml(rewrite(text, wanted)) == wanted


@pytest.mark.slow
@pytest.mark.parametrize("path", sorted(Path("examples").rglob("*.yaml"))[::7], ids=str)
def test_in_examples_one_more_key_changes_nothing_else(path: Path) -> None:
    text = path.read_text()
    found = read_yaml(text)
    made = rewrite(text, {**found, "zzz": ["new"]})
    assert made.replace("zzz:\n  - new\n", "") == text
