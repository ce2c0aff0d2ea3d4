"""Pure: two changed versions of a project brought together, file by file."""

from __future__ import annotations

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from parley.domain.branches.file_merge import BranchResolutionInvalid, merge_files
from parley.domain.branches.tree_merge import MISSING, Resolution
from parley.domain.branches.yaml_edits import read_yaml
from tests.properties import examples

TOPIC = b"""\
name: Hours  # as people ask
enabled: true
content: Nine to five.
actions: |
  Say it.
"""
CODE = b"def f():\n    return 1\n\n\ndef g():\n    return 2\n"
BASE = {"topics/hours.yaml": TOPIC, "functions/f.py": CODE, "logo.bin": b"\xff\x00"}

contents = st.sampled_from(
    [
        b"name: a\n",
        b"name: b\n",
        b"name: a # c\nx: 1\n",
        b"x: [1]\n",
        b"{",
        b"",
        b"text\n",
        b"\xff",
        b"a: &b 1\nc: *b\n",
    ]
)
projects = st.dictionaries(st.sampled_from(["a.yaml", "b.yaml", "c.py"]), contents)


def test_what_one_side_touched_keeps_its_bytes() -> None:
    ours = {**BASE, "topics/hours.yaml": b"name:   Hours\n"}
    theirs = {path: content for path, content in BASE.items() if path != "logo.bin"} | {
        "functions/f.py": b"x = '\r\n'\n"
    }
    merged = merge_files(BASE, ours, theirs)
    assert merged.conflicts == []
    assert merged.files == {"topics/hours.yaml": b"name:   Hours\n", "functions/f.py": b"x = '\r\n'\n"}


def test_fields_of_one_file_go_together_and_comments_stay() -> None:
    ours = {**BASE, "topics/hours.yaml": TOPIC.replace(b"Nine to five.", b"Ten to six.")}
    theirs = {**BASE, "topics/hours.yaml": TOPIC.replace(b"enabled: true", b"enabled: false")}
    merged = merge_files(BASE, ours, theirs)
    assert merged.conflicts == []
    expected = TOPIC.replace(b"Nine to five.", b"Ten to six.").replace(b"enabled: true", b"enabled: false")
    assert merged.files["topics/hours.yaml"] == expected


def test_code_goes_together_line_by_line() -> None:
    ours = {**BASE, "functions/f.py": CODE.replace(b"1", b"10")}
    theirs = {**BASE, "functions/f.py": CODE.replace(b"2", b"20")}
    assert merge_files(BASE, ours, theirs).files["functions/f.py"] == CODE.replace(b"1", b"10").replace(b"2", b"20")


def test_one_field_changed_twice_is_a_conflict_and_the_rest_is_together() -> None:
    ours = {**BASE, "topics/hours.yaml": TOPIC.replace(b"Nine", b"Ten").replace(b"true", b"false")}
    theirs = {**BASE, "topics/hours.yaml": TOPIC.replace(b"Nine", b"Eight")}
    merged = merge_files(BASE, ours, theirs)
    [conflict] = merged.conflicts
    assert conflict.path == ("topics/hours.yaml", "content")
    assert (conflict.base, conflict.ours, conflict.theirs) == ("Nine to five.", "Ten to five.", "Eight to five.")
    assert merged.value["topics/hours.yaml"]["enabled"] is False
    assert merged.value["topics/hours.yaml"]["content"] == "Nine to five."
    resolved = merge_files(BASE, ours, theirs, {conflict.path: Resolution("theirs")})
    assert resolved.conflicts == []
    assert resolved.files["topics/hours.yaml"] == TOPIC.replace(b"Nine", b"Eight").replace(b"true", b"false")


@pytest.mark.parametrize("strategy", ["ours", "theirs", "base"])
def test_a_whole_file_in_conflict_is_taken_from_a_side(strategy: str) -> None:
    ours, theirs = {**BASE, "functions/f.py": b"a\n"}, {key: each for key, each in BASE.items() if "f.py" not in key}
    [conflict] = merge_files(BASE, ours, theirs).conflicts
    assert (conflict.path, conflict.type, conflict.theirs) == (("functions/f.py",), "delete", MISSING)
    merged = merge_files(BASE, ours, theirs, {conflict.path: Resolution(strategy)})
    side = {"ours": ours, "theirs": theirs, "base": BASE}[strategy]
    assert merged.files.get("functions/f.py") == side.get("functions/f.py")


def test_a_value_may_be_given_instead() -> None:
    ours, theirs = {**BASE, "functions/f.py": b"a\n"}, {**BASE, "functions/f.py": b"b\n"}
    place = ("functions/f.py",)
    assert merge_files(BASE, ours, theirs, {place: Resolution("ours", "c\n")}).files["functions/f.py"] == b"c\n"
    with pytest.raises(BranchResolutionInvalid):
        merge_files(BASE, ours, theirs, {place: Resolution("ours", 7)})


@given(projects, projects)
def test_where_one_side_did_nothing_the_other_counts(base: dict[str, bytes], changed: dict[str, bytes]) -> None:
    for found in (merge_files(base, base, changed), merge_files(base, changed, base)):
        assert found.files == changed
        assert not found.conflicts


@pytest.mark.slow
@examples(600)
@given(projects, projects, projects)
def test_it_does_not_matter_who_merges(
    base: dict[str, bytes], ours: dict[str, bytes], theirs: dict[str, bytes]
) -> None:
    one, other = merge_files(base, ours, theirs), merge_files(base, theirs, ours)
    assert sorted(each.path for each in one.conflicts) == sorted(each.path for each in other.conflicts)
    if not one.conflicts:
        assert {path: said(each) for path, each in one.files.items()} == {
            path: said(each) for path, each in other.files.items()
        }


@pytest.mark.slow
@examples(600)
@given(projects, projects, projects, st.sampled_from(["ours", "theirs", "base"]))
def test_resolutions_leave_no_conflict(
    base: dict[str, bytes], ours: dict[str, bytes], theirs: dict[str, bytes], strategy: str
) -> None:
    found = merge_files(base, ours, theirs)
    resolved = merge_files(base, ours, theirs, {each.path: Resolution(strategy) for each in found.conflicts})
    assert not resolved.conflicts
    side = {"ours": ours, "theirs": theirs, "base": base}[strategy]
    for conflict in found.conflicts:
        if len(conflict.path) == 1:
            path = conflict.path[0]
            known, wanted = resolved.files.get(path), side.get(path)
            assert (known and said(known)) == (wanted and said(wanted))


def said(content: bytes) -> object:
    """What a file says, whatever its form; itself where it is no YAML."""
    try:
        return read_yaml(content.decode()) if yaml.safe_load(content) else content
    except Exception:  # noqa: BLE001 whatever is wrong with it
        return content
