"""Every part of a model lies in a package, and the engine that is named is the one that is pinned."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from parley.providers.local_model.catalogue import ENGINE, ENGINE_LOCK, ENGINE_VERSION, MODELS, LocalModel
from parley.providers.recognition.weights import JoinedFile


@pytest.mark.parametrize("model", MODELS.values(), ids=MODELS)
def test_the_packages_hold_the_whole_file(model: LocalModel) -> None:
    packed = [file for package in model.packages for file in package.files]
    parts = model.file.parts if isinstance(model.file, JoinedFile) else (model.file,)
    assert tuple(packed) == parts
    assert sum(file.size for file in packed) == model.size
    assert len({package.sha256 for package in model.packages}) == len(model.packages)


def test_nothing_else_lies_in_the_folder_that_is_removed_with_a_model() -> None:
    assert len({model.path().parent for model in MODELS.values()}) == len(MODELS)


def test_the_engine_is_the_one_of_the_lock_file() -> None:
    assert ENGINE_LOCK.read_text().startswith(f"{ENGINE}=={ENGINE_VERSION} ")
    extras = tomllib.loads((Path(__file__).parents[3] / "pyproject.toml").read_text())["project"]
    assert extras["optional-dependencies"]["models"] == [f"{ENGINE}=={ENGINE_VERSION}"]
