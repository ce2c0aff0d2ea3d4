from __future__ import annotations

import os
import struct
import zlib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parley.domain.projects.files import BadBundle, Bundle, Limits, bundle_files, pack, read_folder, unpack
from tests.properties import examples

SMALL = Limits(files=3, file_bytes=10, total_bytes=20, path_bytes=20)

segments = st.text("abcé_- .()", min_size=1, max_size=6).filter(lambda part: not part.startswith("."))
paths = st.lists(segments, min_size=1, max_size=3).map("/".join)


def bundle_of(files: dict[str, bytes]) -> Bundle:
    bundle, problems = bundle_files(files)
    assert problems == []
    assert bundle is not None
    return bundle


def write(root: Path, files: dict[str, str]) -> None:
    for path, text in files.items():
        project = root / path
        project.parent.mkdir(parents=True, exist_ok=True)
        project.write_text(text)


def test_reads_a_folder_sorted_and_without_what_is_not_the_project(tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            "topics/b.yaml": "b",
            "project.yaml": "p",
            "_gen/.agent_studio_config": "snapshot",
            "_gen/.other": "x",
            ".git/config": "x",
            ".env": "SECRET=1",
            "functions/__pycache__/a.pyc": "x",
            ".venv/lib/x.py": "x",
            "web/node_modules/x.js": "x",
        },
    )
    bundle, problems = read_folder(tmp_path)
    assert problems == []
    assert bundle is not None
    assert list(bundle.files) == ["_gen/.agent_studio_config", "project.yaml", "topics/b.yaml"]
    assert bundle.files["topics/b.yaml"] == b"b"


def test_address_depends_on_paths_and_bytes_only(tmp_path: Path) -> None:
    write(tmp_path, {"a.yaml": "1", "b.yaml": "2"})
    os.utime(tmp_path / "a.yaml", (0, 0))
    bundle, _ = read_folder(tmp_path)
    assert bundle is not None
    assert bundle.address == bundle_of({"b.yaml": b"2", "a.yaml": b"1"}).address
    assert len(bundle.address) == 64
    others = [{"a.yaml": b"12", "b.yaml": b""}, {"a.yaml": b"2", "b.yaml": b"1"}, {"a.yaml1": b"", "b.yaml": b"2"}]
    assert bundle.address not in {bundle_of(files).address for files in others}


def test_links_leaving_the_folder_are_refused(tmp_path: Path) -> None:
    outside = tmp_path / "secret"
    outside.write_text("secret")
    root = tmp_path / "project"
    write(root, {"project.yaml": "p"})
    (root / "leak.yaml").symlink_to(outside)
    (root / "folder").symlink_to(tmp_path)
    bundle, problems = read_folder(root)
    assert bundle is None
    assert [str(problem) for problem in problems] == [
        "folder:1: this link leads out of the project's folder",
        "leak.yaml:1: this link leads out of the project's folder",
    ]


def test_names_that_differ_in_case_only_are_refused(tmp_path: Path) -> None:
    for name in ("Rules.txt", "rules.txt"):
        (tmp_path / name).write_text("")
    bundle, problems = read_folder(tmp_path)
    assert bundle is None
    assert [str(problem) for problem in problems] == ["rules.txt:1: this name differs from Rules.txt only in its case"]


def test_links_inside_the_folder(tmp_path: Path) -> None:
    write(tmp_path, {"functions/a.py": "a"})
    (tmp_path / "b.py").symlink_to(tmp_path / "functions/a.py")
    (tmp_path / "again").symlink_to(tmp_path)
    bundle, problems = read_folder(tmp_path)
    assert bundle is not None
    assert dict(bundle.files) == {"b.py": b"a", "functions/a.py": b"a"}
    assert [str(problem) for problem in problems] == ["again:1: warning: links to folders are not followed"]


def test_a_broken_link_and_a_missing_folder_are_problems(tmp_path: Path) -> None:
    (tmp_path / "gone.yaml").symlink_to(tmp_path / "nowhere")
    bundle, problems = read_folder(tmp_path)
    assert bundle is None
    assert problems[0].path == "gone.yaml"
    assert read_folder(tmp_path / "missing")[0] is None


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_a_pipe_is_not_opened(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.yaml")
    bundle, problems = read_folder(tmp_path)
    assert bundle is not None
    assert bundle.files == {}
    assert not problems[0].fatal


@pytest.mark.parametrize(
    ("files", "message"),
    [
        ({"a": b"x" * 11}, "a:1: the file is larger than 10 bytes"),
        ({"a": b"x" * 9, "b": b"x" * 9, "c": b"x" * 9}, "the files together are larger than 20 bytes"),
        ({str(n): b"" for n in range(4)}, "the project has more than 3 files"),
        ({"a" * 21: b""}, "a" * 21 + ":1: the path is longer than 20 bytes"),
        ({"../a": b""}, "../a:1: this is not a relative path with forward slashes"),
        ({"/a": b""}, "/a:1: this is not a relative path with forward slashes"),
        ({"a\\b": b""}, "a\\b:1: this is not a relative path with forward slashes"),
        ({"a\udc80": b""}, "a?:1: the file's name is not valid UTF-8"),
    ],
)
def test_limits(files: dict[str, bytes], message: str) -> None:
    bundle, problems = bundle_files(files, SMALL)
    assert bundle is None
    assert [str(problem) for problem in problems] == [message]


def test_reading_stops_at_the_limits(tmp_path: Path) -> None:
    write(tmp_path, {f"{n}.txt": "x" * 30 for n in range(9)})
    bundle, problems = read_folder(tmp_path, SMALL)
    assert bundle is None
    assert "0.txt:1: the file is larger than 10 bytes" in [str(problem) for problem in problems]


@examples(25)
@given(st.dictionaries(paths, st.binary(max_size=40), max_size=6))
def test_pack_and_unpack_are_inverse(files: dict[str, bytes]) -> None:
    bundle = bundle_of(files)
    again = unpack(pack(bundle))
    assert dict(again.files) == dict(bundle.files)
    assert list(again.files) == sorted(again.files)
    assert again.address == bundle.address
    assert pack(again) == pack(bundle_of(dict(reversed(files.items()))))


@examples(60)
@given(st.binary(max_size=60))
def test_unpack_refuses_what_pack_did_not_make(data: bytes) -> None:
    for attempt in (data, b"PLB1" + data, b"PLB1" + zlib.compress(data)):
        try:
            bundle = unpack(attempt)
        except BadBundle:
            continue
        assert unpack(pack(bundle)).address == bundle.address


def test_unpack_is_bounded_against_bombs() -> None:
    bomb = b"PLB1" + zlib.compress(b"\0" * 5_000_000, 9)
    with pytest.raises(BadBundle):
        unpack(bomb, SMALL)
    one = bundle_of({"a": b"x" * 11})
    with pytest.raises(BadBundle):
        unpack(pack(one), SMALL)


@pytest.mark.parametrize("name", [b"../a", b".env", b"/etc/passwd", b"\xff"])
def test_unpack_refuses_paths_that_gather_would_not_keep(name: bytes) -> None:
    with pytest.raises(BadBundle):
        unpack(b"PLB1" + zlib.compress(struct.pack(">IQ", len(name), 0) + name))


def test_a_truncated_pack_is_refused() -> None:
    packed = pack(bundle_of({"a": b"hello", "b": b"world"}))
    for length in range(len(packed)):
        with pytest.raises(BadBundle):
            unpack(packed[:length])
