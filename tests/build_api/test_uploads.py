"""Archives as they come: read whole, or refused in words; nothing that is sent breaks anything."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parley.build_api.uploads import read_upload
from parley.domain.deployments.model import DeploymentsValidationFailed
from parley.domain.projects.files import LIMITS
from parley.kit.errors import ParleyError, ValidationFailed

ZIP = {"content-type": "application/zip"}
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


@pytest.mark.parametrize("method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED])
def test_files_that_are_stored_or_deflated_are_read(method: int) -> None:
    bundle = read_upload(zipped(method=method), ZIP).bundle
    assert {path: content.decode() for path, content in bundle.files.items()} == FILES


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_files_that_are_compressed_otherwise_are_refused(method: int) -> None:
    assert refused(zipped(method=method)) == "holds files that are neither stored nor deflated"


def test_a_damaged_file_is_refused_wherever_it_is_damaged() -> None:
    archive = zipped()
    begin, end = span(archive, "agent_settings/rules.txt")
    assert end - begin > 500
    for place in range(begin, end, 7):
        damaged = archive[:place] + bytes(byte ^ 0xFF for byte in archive[place : place + 8]) + archive[place + 8 :]
        assert refused(damaged) == "is not a zip archive that can be read"


def test_an_encrypted_file_is_refused() -> None:
    archive = bytearray(zipped())
    begin, _ = span(bytes(archive), "project.yaml")
    archive[archive.index(b"PK\x01\x02") + 8] |= 1
    archive[begin - 30 - len("project.yaml") + 6] |= 1
    assert refused(bytes(archive)) == "is not a zip archive that can be read"


def test_a_name_that_is_not_the_utf_8_that_it_claims_to_be_is_refused() -> None:
    archive = zipped({**FILES, "topics/é.yaml": ""})
    assert refused(archive.replace("é".encode(), b"\xff\xff")) == "is not a zip archive that can be read"


def test_a_file_without_a_name_is_refused() -> None:
    archive = zipped({**FILES, "nameless": ""}).replace(b"nameless", b"\0ameless")
    with pytest.raises(DeploymentsValidationFailed) as refusal:
        read_upload(archive, ZIP)
    assert [field.message for field in refusal.value.fields] == ["this is not a relative path with forward slashes"]


def test_folders_are_no_files() -> None:
    assert set(read_upload(zipped({**FILES, "topics/": ""}), ZIP).bundle.files) == set(FILES)


def test_an_archive_that_announces_too_much_is_refused_unread() -> None:
    archive = zipped({"project.yaml": "", "big.txt": "0" * (LIMITS.total_bytes + 1)})
    with pytest.raises(DeploymentsValidationFailed, match="more than a project may"):
        read_upload(archive, ZIP)


@given(st.lists(st.tuples(st.integers(0, len(zipped()) - 1), st.integers(0, 255)), min_size=1, max_size=4), st.data())
def test_whatever_is_changed_an_archive_is_read_or_refused(changes: list[tuple[int, int]], data: st.DataObject) -> None:
    archive = bytearray(zipped())
    for place, byte in changes:
        archive[place] = byte
    kept = data.draw(st.integers(0, len(archive)) | st.just(len(archive)))
    try:
        read_upload(bytes(archive[:kept]), ZIP)
    except ParleyError as refusal:
        assert refusal.status == 400  # noqa: PT017 it may go either way
