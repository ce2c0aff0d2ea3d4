"""`parley init`: what it writes is whole, and nothing that was there is touched."""

from __future__ import annotations

import json
import posixpath
from pathlib import Path, PurePosixPath

import pytest
from typer.testing import CliRunner

from parley.cli.agents.init import files_of
from parley.cli.commands import app
from parley.domain.projects.files import bundle_files
from parley.domain.projects.format.files import file_of
from parley.domain.projects.loader import load_project
from parley.domain.projects.templates import Template


@pytest.mark.slow
@pytest.mark.parametrize("template", Template)
def test_a_template_is_a_project_without_problems(template: Template) -> None:
    written = {path: text.encode() for path, text in files_of(template, "corner-shop", "Corner Shop")}
    assert b"{{name}}" not in b"".join(written.values())
    bundle, problems = bundle_files(written)
    assert bundle is not None
    assert not [path for path in bundle.files if path.startswith(("_gen/", "."))]
    project, found = load_project(bundle)
    assert [*problems, *found] == []
    assert project is not None
    assert (project.project_id, project.name) == ("corner-shop", "Corner Shop")
    assert project.tests


@pytest.mark.io
@pytest.mark.parametrize("template", Template)
def test_its_test_suite_passes_without_a_model(template: Template, tmp_path: Path) -> None:
    folder = str(tmp_path / "corner-shop")
    made = CliRunner().invoke(app, ["init", folder, "--template", template])
    assert made.exit_code == 0, made.output
    run = CliRunner().invoke(app, ["test", folder, "--strict"])
    assert run.exit_code == 0, run.output


SCHEMA_LINE = "# yaml-language-server: $schema="


@pytest.mark.slow
@pytest.mark.parametrize("template", Template)
def test_editors_find_the_schema_of_every_file_beside_it(template: Template) -> None:
    written = dict(files_of(template, "corner-shop", "Corner Shop"))
    patterns = json.loads(written[".vscode/settings.json"])["yaml.schemas"]
    assert {name.removeprefix("./") for name in patterns} <= written.keys()
    for path, text in written.items():
        if path.endswith(".yaml"):
            named = text.split("\n")[0].removeprefix(SCHEMA_LINE)
            schema = posixpath.normpath(posixpath.join(posixpath.dirname(path), named))
            assert schema in written, path
            file = file_of(path)
            assert file is not None
            assert PurePosixPath(schema).stem == file.name
            assert patterns[f"./{schema}"] == list(file.spellings)


def test_a_folder_with_something_in_it_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine")
    refused = CliRunner().invoke(app, ["init", str(tmp_path)])
    assert refused.exit_code == 1
    assert "is not empty" in refused.output
    assert [path.name for path in tmp_path.iterdir()] == ["notes.txt"]


def test_a_name_that_would_break_the_files_is_refused(tmp_path: Path) -> None:
    refused = CliRunner().invoke(app, ["init", str(tmp_path / "shop"), "--name", 'Shop"\n  x: {y'])
    assert refused.exit_code == 1
    assert "Name it with letters" in refused.output
    assert not (tmp_path / "shop").exists()
