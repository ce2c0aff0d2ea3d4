from __future__ import annotations

import json

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from parley.domain.projects.loading.tree import (
    MAX_DEPTH,
    Node,
    TooLarge,
    Tree,
    TreeError,
    parse_json,
    parse_yaml,
    to_json,
)
from parley.domain.projects.model import Json
from tests.properties import examples


def value_of(text: str) -> Json:
    root = parse_yaml(text).root
    return None if root is None else to_json(root)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("", None),
        ("# only a comment", None),
        ("a: ~", {"a": None}),
        ("a: Null", {"a": None}),
        ("a: True\nb: false", {"a": True, "b": False}),
        ("a: yes\nb: No\nc: on", {"a": "yes", "b": "No", "c": "on"}),
        ("a: 12\nb: -3\nc: 1.5\nd: 1e3", {"a": 12, "b": -3, "c": 1.5, "d": 1000.0}),
        ("a: '12'\nb: \"true\"\nc: !!str 7", {"a": "12", "b": "true", "c": "7"}),
        (
            "a: 0123\nb: +447700900000\nc: 12:30\nd: 1_000",
            {"a": "0123", "b": "+447700900000", "c": "12:30", "d": "1_000"},
        ),
        ("a: 2026-01-15\nb: 2026-01-15T09:30:00Z", {"a": "2026-01-15", "b": "2026-01-15T09:30:00Z"}),
        ("a: .inf\nb: .nan\nc: 1e999", {"a": ".inf", "b": ".nan", "c": "1e999"}),
        ("a: " + "9" * 400, {"a": "9" * 400}),
        ("1: x\ntrue: y", {"1": "x", "true": "y"}),
        ("a: &x [1, 2]\nb: *x", {"a": [1, 2], "b": [1, 2]}),
        ("base: &b {x: 1, y: 2}\nc:\n  <<: *b\n  y: 3", {"base": {"x": 1, "y": 2}, "c": {"y": 3, "x": 1}}),
        ("a: !python/object/apply:os.system [ls]", {"a": ["ls"]}),
        ("a: |\n  x\n\n  y\n", {"a": "x\n\ny\n"}),
    ],
)
def test_values(text: str, value: Json) -> None:
    assert value_of(text) == value


@pytest.mark.parametrize("number", [10**18 + 1, 2**63 - 1, 2**63, 2**64 - 1, -(2**63)])
def test_whole_numbers_keep_their_digits(number: int) -> None:
    found = value_of(f"a: {number}")
    assert found == {"a": number}
    assert orjson.loads(orjson.dumps(found)) == found


@pytest.mark.parametrize("number", [2**64, -(2**63) - 1, 10**20 + 1, 10**30])
def test_larger_ones_can_still_be_written(number: int) -> None:
    found = value_of(f"a: {number}")
    assert found == {"a": float(number)}
    assert orjson.loads(orjson.dumps(found)) == found


def test_lines_of_keys_and_values() -> None:
    root = parse_yaml("# head\na: 1\nb:\n  - x\n  - y\n\nc: |-\n  text\nd:\n").root
    assert root is not None
    assert root.keys == {"a": 2, "b": 3, "c": 7, "d": 9}
    assert isinstance(root.value, dict)
    items = root.value["b"].value
    assert isinstance(items, tuple)
    assert [item.line for item in items] == [4, 5]
    assert root.value["d"].is_null


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("a: 1\n\tb: 2", 2),
        ("a: [1, 2\nb: 3", 2),
        ("a: 1\nb: *nowhere", 2),
        ("a: &x [*x]", 1),
        ("a: 1\n---\nb: 2", 2),
        ("a: 1\n? [x]\n: 2", 2),
        ("a: 1\nb: x\x07", 2),
        ("a: 1\nb: 'x\nc: 1\n", 2),
        ("a: 1\n<<: 3", 1),
    ],
)
def test_errors_have_their_line(text: str, line: int) -> None:
    with pytest.raises(TreeError) as caught:
        parse_yaml(text)
    assert caught.value.line == line


def test_repeated_keys_are_all_reported_and_the_first_counts() -> None:
    tree = parse_yaml("a: 1\na: 2\nb:\n  c: 1\n  c: 2\n")
    assert [line for line, _ in tree.repeated] == [5, 2]
    assert tree.root is not None
    assert to_json(tree.root) == {"a": 1, "b": {"c": 1}}


@pytest.mark.parametrize("opening", ["[", "{a: ", "- "])
def test_deep_nesting_neither_crashes_nor_passes(opening: str) -> None:
    with pytest.raises(TreeError):
        parse_yaml(opening * 100_000)


def test_alias_bombs_are_refused() -> None:
    wide = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n"
    wide += "".join(f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]\n" for n in range(1, 10))
    with pytest.raises(TooLarge):
        parse_yaml(wide)
    deep = "a0: &a0 [x]\n" + "".join(f"a{n}: &a{n} [*a{n - 1}]\n" for n in range(1, 200))
    with pytest.raises(TooLarge):
        parse_yaml(deep)


def test_json_keeps_its_lines() -> None:
    root = parse_json('{\n\t"a": 1,\n\t"b": {\n\t\t"c": "x"}\n}').root
    assert root is not None
    assert root.keys == {"a": 2, "b": 3}
    assert to_json(root) == {"a": 1, "b": {"c": "x"}}


def test_json_that_yaml_cannot_read_keeps_its_values() -> None:
    text = '{"emoji": "\\ud83d\\ude00", "list": [1, null, true, "x"], "deep": {"a": 1.5}}'
    assert parse_json(text) == Tree(
        Node(
            1,
            {
                "emoji": Node(1, "😀"),
                "list": Node(1, (Node(1, "1", True), Node(1, "null", True), Node(1, "true", True), Node(1, "x"))),
                "deep": Node(1, {"a": Node(1, "1.5", True)}, keys={"a": 1}),
            },
            keys={"emoji": 1, "list": 1, "deep": 1},
        )
    )


@pytest.mark.parametrize(
    ("text", "line"),
    [('{\n"a": 1,\n}', 3), ("{a: 1}", 1), ("", 1), ("[" * 100_000, 1), ("[" * 500 + "]" * 500, 1), ("1" * 5000, 1)],
)
def test_json_errors(text: str, line: int) -> None:
    with pytest.raises(TreeError) as caught:
        parse_json(text)
    assert caught.value.line == line


json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**17), 10**17) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=12,
)


@pytest.mark.slow
@examples(60)
@given(json_values)
def test_every_json_value_survives(value: Json) -> None:
    root = parse_json(json.dumps(value, indent=1)).root
    assert root is not None
    assert to_json(root) == value


@examples(60)
@given(st.text(alphabet="ab:-[]{}&*<>|'\"#? \n\t!%@0", max_size=40))
def test_any_text_is_a_tree_or_a_tree_error(text: str) -> None:
    try:
        tree = parse_yaml(text)
    except TreeError:
        return
    assert tree.root is None or tree.root.height <= MAX_DEPTH + 1
