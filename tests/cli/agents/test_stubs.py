"""`parley init` and `parley stubs`: type checkers find nothing in good agents, and what is wrong in others."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from parley.cli.agents.check import read_project
from parley.cli.agents.stubs import refresh_names
from parley.cli.commands import app
from parley.domain.projects.format.stubs import MYPY_FILE, PROJECT_FILE
from parley.domain.projects.templates import Template

EXAMPLES = Path(__file__).parents[3] / "examples"

# One after the other: what mypy has understood of the standard library is kept for the next run.
pytestmark = [pytest.mark.io, pytest.mark.xdist_group("mypy")]


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("mypy")


def check_types(folder: Path, cache: Path) -> list[str]:
    command = [
        sys.executable,
        "-m",
        "mypy",
        "--config-file",
        MYPY_FILE,
        "--cache-dir",
        str(cache),
        "--no-error-summary",
    ]
    run = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=120, check=False)
    assert run.stderr == ""
    return run.stdout.splitlines()


def run(*arguments: str) -> str:
    done = CliRunner().invoke(app, list(arguments))
    assert done.exit_code == 0, done.output
    return done.output


def example(name: str, folder: Path) -> Path:
    return Path(shutil.copytree(EXAMPLES / name, folder / name))


@pytest.mark.parametrize("template", Template)
def test_nothing_is_wrong_in_a_new_project(template: Template, tmp_path: Path, cache: Path) -> None:
    run("init", str(tmp_path / "shop"), "--template", template)
    assert check_types(tmp_path / "shop", cache) == []


@pytest.mark.parametrize("name", ["restaurant", "field_service"])
def test_nothing_is_wrong_in_an_example(name: str, tmp_path: Path, cache: Path) -> None:
    folder = example(name, tmp_path)
    run("stubs", str(folder))
    assert check_types(folder, cache) == []


MISTAKES = """\
from _gen import *
import plog


@func_description("Says it.")
@func_parameter("day")
@plog.tmp_bind(kind="x")
def mistakes(conv: Conversation, flow: Flow, day: str):
    plog.info("began", day=day)
    conv.goto_flo("Appointment")
    conv.goto_flow("Appointment", "Details")
    conv.say(day, 1)
    flow.go_to_step("Details")
    conv.entities.visit_dat
    conv.entities.visit_date.valu
    conv.functions.say_godbye()
    conv.functions.start_booking("now")
    conv.state.anything + conv.variant.anything
    conv.utils.get_secret(name="x")
    conv.write_metric("x", 1, True)
    return {"utterance": conv.history[-1].txt}
"""


def test_misuse_is_found(tmp_path: Path, cache: Path) -> None:
    folder = tmp_path / "shop"
    run("init", str(folder), "--template", "booking")
    (folder / "functions" / "mistakes.py").write_text(MISTAKES)
    found = check_types(folder, cache)
    lines = [MISTAKES.split("\n")[int(line.split(":")[1]) - 1].strip() for line in found if "error:" in line]
    wanted = [
        '@func_parameter("day")',
        'conv.goto_flo("Appointment")',
        'conv.goto_flow("Appointment", "Details")',
        "conv.say(day, 1)",
        'flow.go_to_step("Details")',
        "conv.entities.visit_dat",
        "conv.entities.visit_date.valu",
        "conv.functions.say_godbye()",
        'conv.functions.start_booking("now")',
        'conv.utils.get_secret(name="x")',
        'conv.write_metric("x", 1, True)',
        'return {"utterance": conv.history[-1].txt}',
    ]
    assert list(dict.fromkeys(lines)) == wanted, found


def test_a_project_that_exists_gets_them_and_keeps_its_own_settings(tmp_path: Path) -> None:
    folder = example("restaurant", tmp_path)
    (folder / ".vscode").mkdir()
    settings, extensions = folder / ".vscode" / "settings.json", folder / ".vscode" / "extensions.json"
    settings.write_text('{"editor.tabSize": 3, "json.schemas": []}')
    extensions.write_text("// mine")
    assert ".vscode/extensions.json was there and is left as it is" in run("stubs", str(folder))
    written = json.loads(settings.read_text())
    assert (written["editor.tabSize"], written["json.schemas"]) == (3, [])
    assert written["python.analysis.extraPaths"] == ["./_gen/typings"]
    assert extensions.read_text() == "// mine"
    assert 'FlowName: TypeAlias = Literal["' in (folder / PROJECT_FILE).read_text()
    settings.write_text("// comments are no JSON\n{}")
    assert ".vscode/settings.json was there" in run("stubs", str(folder))
    assert settings.read_text().startswith("// comments")


def test_names_follow_what_is_saved_where_there_are_stubs(tmp_path: Path) -> None:
    folder = tmp_path / "shop"
    run("init", str(folder), "--template", "booking")
    (folder / "config" / "entities.yaml").write_text("entities:\n  - {name: party_size, entity_type: numeric}\n")
    (folder / "flows" / "appointment" / "steps" / "details.yaml").write_text(
        "step_type: advanced_step\nname: Details\n"
    )
    project, _bundle, problems = read_project(folder)
    assert project is not None, problems
    refresh_names(folder, project)
    assert "party_size: EntityValidationResult" in (folder / PROJECT_FILE).read_text()
    (folder / PROJECT_FILE).unlink()
    refresh_names(folder, project)
    assert not (folder / PROJECT_FILE).exists()


def test_a_project_that_cannot_be_loaded_gets_none(tmp_path: Path) -> None:
    folder = example("restaurant", tmp_path)
    (folder / "config" / "entities.yaml").write_text("entities: [")
    done = CliRunner().invoke(app, ["stubs", str(folder)])
    assert done.exit_code == 1
    assert "config/entities.yaml:1" in done.output
    assert not (folder / PROJECT_FILE).exists()
