"""Archives as they come: read whole, or refused in words; nothing that is sent breaks anything."""

from __future__ import annotations

import io
import json
import stat
import struct
import zipfile
from collections.abc import Callable, Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parley.build_api.agents.uploads import read_upload
from parley.domain.deployments.model import DeploymentsValidationFailed
from parley.domain.projects.files import LIMITS
from parley.kit.errors import ParleyError, ValidationFailed

ZIP = {"content-type": "application/zip"}
NUL = "\0"
NOT_INSIDE = "is not a relative path with forward slashes inside the project"
RULES = "".join(f"Rule {number}: be kind to guest {number * number}.\n" for number in range(300))
FILES = {
    "project.yaml": "project_id: desk\naccount_id: acme\nproject_name: Desk\n",
    "agent_settings/rules.txt": RULES,
}


def zipped(files: Mapping[str, str] = FILES, method: int = zipfile.ZIP_DEFLATED) -> bytes:
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", method) as writing:
        for path, text in files.items():
            writing.writestr(path, text)
    return archive.getvalue()


def span(archive: bytes, path: str) -> tuple[int, int]:
    """Where the compressed bytes of a file begin and end."""
    with zipfile.ZipFile(io.BytesIO(archive)) as reading:
        entry = reading.getinfo(path)
    begin = entry.header_offset + 30 + len(path)
    return begin, begin + entry.compress_size


def refused(archive: bytes) -> str:
    with pytest.raises(ValidationFailed) as refusal:
        read_upload(archive, ZIP)
    assert refusal.value.status == 400
    [field] = refusal.value.fields
    assert field.field == "body"
    return field.message


def files_of(archive: bytes) -> dict[str, bytes]:
    bundle = read_upload(archive, ZIP).bundle
    assert bundle is not None
    return dict(bundle.files)


@pytest.mark.parametrize("method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED])
def test_files_that_are_stored_or_deflated_are_read(method: int) -> None:
    bundle = files_of(zipped(method=method))
    assert {path: content.decode() for path, content in bundle.items()} == FILES


@pytest.mark.slow
@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_files_that_are_compressed_otherwise_are_refused(method: int) -> None:
    assert refused(zipped(method=method)) == "holds files that are neither stored nor deflated"


@pytest.mark.slow
def test_a_damaged_file_is_refused_wherever_it_is_damaged() -> None:
    archive = zipped()
    begin, end = span(archive, "agent_settings/rules.txt")
    assert end - begin > 500
    for project in range(begin, end, 7):
        damaged = (
            archive[:project] + bytes(byte ^ 0xFF for byte in archive[project : project + 8]) + archive[project + 8 :]
        )
        assert refused(damaged) == "is not a zip archive that can be read"


def test_an_encrypted_file_is_refused() -> None:
    archive = bytearray(zipped())
    begin, _ = span(bytes(archive), "project.yaml")
    archive[archive.index(b"PK\x01\x02") + 8] |= 1
    archive[begin - 30 - len("project.yaml") + 6] |= 1
    assert refused(bytes(archive)) == "holds 'project.yaml', which is encrypted"


def test_a_name_that_is_not_the_utf_8_that_it_claims_to_be_is_refused() -> None:
    archive = zipped({**FILES, "topics/é.yaml": ""})
    assert refused(archive.replace("é".encode(), b"\xff\xff")) == "is not a zip archive that can be read"


def test_a_file_without_a_name_is_refused() -> None:
    archive = zipped({**FILES, "nameless": ""}).replace(b"nameless", b"\0ameless")
    assert refused(archive) == f"holds {NUL + 'ameless'!r}, which {NOT_INSIDE}"


@pytest.mark.parametrize("path", ["../leak.yaml", "/etc/passwd", "a/../../b", "a//b", "./a", "C:\\a", "a\\b", "a/../b"])
def test_paths_that_lead_elsewhere_are_refused_by_name(path: str) -> None:
    stand_in = "p" * len(path)
    archive = zipped({**FILES, stand_in: ""}).replace(stand_in.encode(), path.encode())
    assert refused(archive) == f"holds {path!r}, which {NOT_INSIDE}"


def test_a_name_with_nul_is_not_cut_off_there() -> None:
    archive = zipped({**FILES, "topics/a.yaml-leak": ""}).replace(b"a.yaml-leak", b"a.yaml\0leak")
    assert refused(archive) == f"holds {'topics/a.yaml' + NUL + 'leak'!r}, which {NOT_INSIDE}"


def with_entry(change: Callable[[zipfile.ZipInfo], None], content: str = "/etc/passwd") -> bytes:
    archive = io.BytesIO(zipped())
    with zipfile.ZipFile(archive, "a") as writing:
        entry = zipfile.ZipInfo("topics/entry.yaml")
        change(entry)
        writing.writestr(entry, content)
    return archive.getvalue()


@pytest.mark.parametrize(
    ("mode", "kind"),
    [
        (stat.S_IFLNK | 0o777, "a symbolic link"),
        (stat.S_IFCHR | 0o666, "a device"),
        (stat.S_IFBLK | 0o666, "a device"),
        (stat.S_IFIFO | 0o666, "a pipe"),
        (stat.S_IFSOCK | 0o666, "no ordinary file"),
    ],
)
def test_links_and_devices_are_refused_by_name(mode: int, kind: str) -> None:
    def change(entry: zipfile.ZipInfo) -> None:
        entry.external_attr = mode << 16

    wanted = f"holds 'topics/entry.yaml', which is {kind}: an archive may hold files and folders only"
    assert refused(with_entry(change)) == wanted


@pytest.mark.parametrize(("field", "fixed"), [(0x000D, 12), (0x756E, 14)])
def test_hard_links_are_refused_by_name(field: int, fixed: int) -> None:
    def change(entry: zipfile.ZipInfo) -> None:
        entry.extra = struct.pack("<HH", field, fixed + 6) + bytes(fixed) + b"target"

    assert "is a link" in refused(with_entry(change))


def test_an_entry_of_an_ordinary_unix_archive_is_read() -> None:
    def change(entry: zipfile.ZipInfo) -> None:
        entry.external_attr = (stat.S_IFREG | 0o644) << 16
        entry.extra = struct.pack("<HH", 0x000D, 12) + bytes(12)

    assert "topics/entry.yaml" in files_of(with_entry(change, "actions: []\ncontent: x\n"))


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_a_name_that_is_there_twice_is_refused() -> None:
    def change(entry: zipfile.ZipInfo) -> None:
        entry.filename = entry.orig_filename = "project.yaml"

    assert refused(with_entry(change)) == "holds 'project.yaml', which is there more than once"


@pytest.mark.parametrize(
    ("paths", "problem"),
    [
        (("topics/A.yaml", "topics/a.yaml"), "this name differs from topics/A.yaml only in its case"),
        (("topics/\u00e9.txt", "topics/e\u0301.txt"), "this name differs from topics/e\u0301.txt only in its case"),
        (("functions/a", "functions/a/b.py"), "this is the name of a folder too"),
    ],
)
@pytest.mark.parametrize("form", ["zip", "json"])
def test_names_that_a_file_system_takes_for_one_are_refused(paths: tuple[str, str], problem: str, form: str) -> None:
    files = {**FILES, **dict.fromkeys(paths, "")}
    sent = (zipped(files), ZIP) if form == "zip" else (json.dumps({"files": files}).encode(), {})
    with pytest.raises(DeploymentsValidationFailed) as refusal:
        read_upload(*sent)
    assert [field.message for field in refusal.value.fields] == [problem]


def test_a_file_that_was_made_to_explode_is_refused_by_name() -> None:
    wanted = "holds 'big.txt', which becomes more than 200 times larger when it is unpacked"
    assert refused(zipped({**FILES, "big.txt": "0" * (3 << 20)})) == wanted


@pytest.mark.slow
def test_too_many_folders_are_too_much() -> None:
    with pytest.raises(DeploymentsValidationFailed, match="more than a project may"):
        read_upload(zipped({**FILES, **{f"f{number}/": "" for number in range(2 * LIMITS.files)}}), ZIP)


def test_folders_are_no_files() -> None:
    assert set(files_of(zipped({**FILES, "topics/": ""}))) == set(FILES)


@pytest.mark.slow
def test_an_archive_that_announces_too_much_is_refused_unread() -> None:
    archive = zipped({"project.yaml": "", "big.txt": "0" * (LIMITS.total_bytes + 1)})
    with pytest.raises(DeploymentsValidationFailed, match="more than a project may"):
        read_upload(archive, ZIP)


@pytest.mark.slow
@given(st.lists(st.tuples(st.integers(0, len(zipped()) - 1), st.integers(0, 255)), min_size=1, max_size=4), st.data())
def test_whatever_is_changed_an_archive_is_read_or_refused(changes: list[tuple[int, int]], data: st.DataObject) -> None:
    archive = bytearray(zipped())
    for project, byte in changes:
        archive[project] = byte
    kept = data.draw(st.integers(0, len(archive)) | st.just(len(archive)))
    try:
        read_upload(bytes(archive[:kept]), ZIP)
    except ParleyError as refusal:
        assert refusal.status == 400  # noqa: PT017 it may go either way
