from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from parley.domain.deployments.diff import LONGEST, Change, diff_bundles
from parley.domain.projects.files import Bundle

FILES = st.dictionaries(st.sampled_from(["a.yaml", "b.py", "c/d.txt"]), st.binary(max_size=20))


def test_files_are_added_removed_and_changed() -> None:
    before = Bundle({"gone.txt": b"x\n", "same.txt": b"s", "text.txt": b"one\ntwo\n", "picture.png": b"\xff\x00"})
    after = Bundle({"new.txt": b"y\n", "same.txt": b"s", "text.txt": b"one\nthree\n", "picture.png": b"\xff\x01"})
    found = {each.path: each for each in diff_bundles(before, after)}
    assert {path: each.change for path, each in found.items()} == {
        "gone.txt": Change.REMOVED,
        "new.txt": Change.ADDED,
        "text.txt": Change.CHANGED,
        "picture.png": Change.CHANGED,
    }
    assert "-two\n+three" in found["text.txt"].diff
    assert found["picture.png"].diff == ""
    assert "--- /dev/null" in found["new.txt"].diff


def test_a_long_difference_is_cut_and_says_so() -> None:
    (each,) = diff_bundles(Bundle({"a": b""}), Bundle({"a": b"line\n" * (LONGEST + 10)}))
    assert each.is_cut
    assert len(each.diff.splitlines()) == LONGEST


@given(FILES, FILES)
def test_only_what_differs_is_told(before: dict[str, bytes], after: dict[str, bytes]) -> None:
    changed = {path for path in before | after if before.get(path) != after.get(path)}
    assert {each.path for each in diff_bundles(Bundle(before), Bundle(after))} == changed
