"""`parley check`: what is wrong with a folder on your disk. Imports little: it is run at every save."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from parley.cli.output import AsJson, console, errors, show_json
from parley.domain.projects.files import Bundle, read_folder
from parley.domain.projects.lint.hints import find_hints
from parley.domain.projects.lint.run import lint_project
from parley.domain.projects.loader import load_project
from parley.domain.projects.model import Problem, Project

Folder = Annotated[Path, typer.Argument(help="The agent project's folder.", exists=True, file_okay=False)]


def read_project(folder: Path) -> tuple[Project | None, Bundle | None, list[Problem]]:
    bundle, problems = read_folder(folder)
    if bundle is None:
        return None, None, problems
    project, found = load_project(bundle)
    likely = lint_project(project, bundle) if project is not None else []
    return project, bundle, [*problems, *sorted({*found, *likely})]


def check_command(
    folder: Folder,
    as_json: AsJson = False,
    strict: Annotated[bool, typer.Option("--strict", help="Warnings fail the check too.")] = False,
) -> None:
    """Check a project's files: every problem at once, each with its file and line.

    Warnings are what is likely to be wrong; hints are what has to be set before the agent works, such as secrets.

    Example: parley check my-agent --strict
    """
    project, bundle, problems = read_project(folder)
    is_good = project is not None and not (strict and problems)
    hints = find_hints(project, bundle) if project is not None and bundle is not None else []
    if as_json:
        show_json(
            {
                "ok": is_good,
                "problems": [_problem(problem) for problem in problems],
                "hints": [_problem(hint) for hint in hints],
            }
        )
    else:
        print_problems(problems)
        for hint in hints:
            errors.print(
                f"{hint.path}:{hint.line}: hint: {hint.message}", markup=False, highlight=False, soft_wrap=True
            )
        if project is not None:
            counts = f"{len(project.topics)} topics, {len(project.flows)} flows, {len(project.functions)} functions"
            console.print(f"{project.name or folder.name} can be deployed: {counts}.", markup=False, soft_wrap=True)
    if not is_good:
        raise typer.Exit(1)


def print_problems(problems: list[Problem]) -> None:
    for problem in problems:
        errors.print(str(problem), markup=False, highlight=False, soft_wrap=True)


def _problem(problem: Problem) -> dict[str, Any]:
    return {"path": problem.path, "line": problem.line, "message": problem.message, "fatal": problem.fatal}
