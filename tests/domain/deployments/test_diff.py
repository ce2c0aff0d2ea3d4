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
    found = list(diff_bundles(Bundle(before), Bundle(after)))
    assert {path for each in found for path in (each.path, each.previous_path) if path} == changed


def test_a_renamed_file_is_found_by_what_it_has_in_common() -> None:
    lines = [f"line {number}\n" for number in range(10)]
    before = Bundle({
        "a/moved.png": b"\xff\x00",
        "rules.txt": "".join(lines).encode(),
        "one.py": b"def one(): ...\n",
        "empty.txt": b"",
    })  # fmt: skip
    after = Bundle({
        "b/moved.png": b"\xff\x00",
        "settings/rules.txt": "".join([*lines[:9], "another\n"]).encode(),
        "two.py": b"def two(): ...\n",
        "void.txt": b"",
    })  # fmt: skip
    found = {each.path: each for each in diff_bundles(before, after)}
    renamed = {path: each.previous_path for path, each in found.items() if each.change is Change.RENAMED}
    assert renamed == {"b/moved.png": "a/moved.png", "settings/rules.txt": "rules.txt"}
    assert found["b/moved.png"].diff == ""
    assert "-line 9\n+another" in found["settings/rules.txt"].diff
    assert {path for path, each in found.items() if each.change is Change.REMOVED} == {"one.py", "empty.txt"}


def test_one_file_has_one_successor() -> None:
    found = list(diff_bundles(Bundle({"a": b"x\ny\n"}), Bundle({"b": b"x\ny\n", "c": b"x\ny\n"})))
    assert [(each.path, each.change, each.previous_path) for each in found] == [
        ("b", Change.RENAMED, "a"),
        ("c", Change.ADDED, None),
    ]


def test_texts_that_take_too_long_to_compare_are_said_to_differ() -> None:
    lines = [b"%d\n" % (number % 190) for number in range(19_000)]
    before, after = b"".join(lines), b"".join(reversed(lines))
    (each,) = diff_bundles(Bundle({"a": before}), Bundle({"a": after}))
    assert (each.change, each.diff, each.is_cut) == (Change.CHANGED, "", True)
