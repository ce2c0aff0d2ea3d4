"""`parley stubs`: what editors and type checkers want to know of a project that exists."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path

from parley.cli.agents.check import Folder, print_problems, read_project
from parley.cli.output import AsJson, fail, tell
from parley.domain.projects.format import editors
from parley.domain.projects.format.stubs import MYPY_FILE, PROJECT_FILE, PYRIGHT_FILE, project_stub
from parley.domain.projects.model import Project


def stubs_command(folder: Folder, as_json: AsJson = False) -> None:
    """Write types, schemas and settings for editors into a project: they then complete and check its files.

    Run it again after adding functions, flows, entities or variants; `parley dev` does so by itself. Only `_gen/` and
    `.vscode/` are written to, and settings that are there stay as they are.

    Example: parley stubs my-agent && cd my-agent && mypy --config-file _gen/mypy.ini
    """
    project, _bundle, problems = read_project(folder)
    if project is None:
        print_problems(problems)
        fail("These have to be mended first: without them the project's names are not known.")
    try:
        kept = write_editor_files(folder, project)
    except OSError as error:
        fail(f"Cannot write to {folder}: {error.strerror}.")
    lines = (
        f"{folder}/_gen: types and schemas; mypy finds them by --config-file {MYPY_FILE}, pyright by -p {PYRIGHT_FILE}",
        *(f"{folder}/{path} was there and is left as it is." for path in kept),
    )
    tell("\n".join(lines), as_json, folder=str(folder), kept=kept)


def write_editor_files(folder: Path, project: Project) -> list[str]:
    """The paths of those that are the author's own, and were left alone."""
    kept = []
    for path, text in editors.editor_files(project):
        target = folder / path
        if path.startswith(".vscode/") and target.exists():
            merged = _with_settings(target.read_text()) if path == editors.SETTINGS else None
            if merged is None:
                kept.append(path)
                continue
            text = merged
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text)
    return kept


def refresh_names(folder: Path, project: Project) -> None:
    """What editors complete follows what is saved, in a folder that has stubs."""
    target, text = folder / PROJECT_FILE, project_stub(project)
    with suppress(OSError):
        if target.is_file() and target.read_text() != text:
            target.write_text(text)


def _with_settings(written: str) -> str | None:
    """The author's settings with ours that are not among them; None when they are more than plain JSON."""
    try:
        known = json.loads(written or "{}")
    except ValueError:
        return None
    return editors.pretty({**editors.settings(), **known}) if isinstance(known, dict) else None
