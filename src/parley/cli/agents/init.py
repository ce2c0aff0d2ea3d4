"""`parley init`: a folder with a small agent that works, to begin with."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from parley.cli.output import AsJson, fail, tell
from parley.domain.projects.files import bundle_files
from parley.domain.projects.format.editors import editor_files, with_schema_line
from parley.domain.projects.loader import load_project
from parley.domain.projects.loading.source import slug
from parley.domain.projects.templates import ABOUT, Template, template_files

SAFE_NAME = re.compile(r"\w[\w &'.-]{0,59}")


def init_command(
    folder: Annotated[Path, typer.Argument(help="Where to write it; made if it does not exist, else empty.")],
    template: Annotated[
        Template, typer.Option(help="; ".join(f"{each}: {about}" for each, about in ABOUT.items()) + ".")
    ] = Template.empty,
    name: Annotated[str | None, typer.Option(help="What the agent answers for (default: the folder's name).")] = None,
    as_json: AsJson = False,
) -> None:
    """Write a small agent that works, with a test suite.

    Example: parley init my-agent --template booking && parley dev my-agent
    """
    project = slug(folder.resolve().name).replace("_", "-")
    shown = name or project.replace("-", " ").title()
    if not project or not SAFE_NAME.fullmatch(shown):
        fail("Name it with letters, digits and spaces, 60 characters at most (--name).")
    try:
        if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
            fail(f"{folder} is not empty: nothing was written.")
        for path, content in files_of(template, project, shown):
            target = folder / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(content)
    except OSError as error:
        fail(f"Cannot write to {folder}: {error.strerror}.")
    lines = [
        f"{folder}: {shown}, from the template '{template}'.",
        "",
        f"  parley dev {folder}     talk to it while you change its files",
        f"  parley test {folder}    run its test suite",
        f"  parley push {folder}    deploy it",
    ]
    tell("\n".join(lines), as_json, folder=str(folder), name=shown, template=template.value)


def files_of(template: Template, project: str, name: str) -> Iterator[tuple[str, str]]:
    """Each file's path and text: the template's, and those for editors."""
    plain = template_files(template, project, name)
    written = {path: with_schema_line(path, text) for path, text in plain}
    yield from written.items()
    bundle, _ = bundle_files({path: text.encode() for path, text in written.items()})
    loaded = load_project(bundle)[0] if bundle is not None else None
    if loaded is not None:
        yield from editor_files(loaded)
