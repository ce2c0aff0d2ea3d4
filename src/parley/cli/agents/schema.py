"""`parley schema`: the JSON Schemas of the format, for editors and other checkers."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from parley.cli.operator import AsJson, fail, show, show_json
from parley.domain.projects.format.editors import schema_files
from parley.domain.projects.format.files import FILES, file_of
from parley.domain.projects.format.schemas import schema_of


def schema_command(
    file: Annotated[
        str | None, typer.Argument(help="A file of a project, such as topics/hours.yaml, or a schema's name.")
    ] = None,
    write: Annotated[
        Path | None, typer.Option("--write", metavar="DIR", help="Write all of them into this folder.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """The JSON Schemas of the project format: all of them in a list, or the one of a file.

    Example: parley schema topics/opening_hours.yaml
    """
    if write is not None:
        _write(write)
    elif file is not None:
        _print(file)
    else:
        rows = [{"schema": each.name, "files": ", ".join(each.paths)} for each in FILES]
        show(rows, ("schema", "files"), as_json)


def _write(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in schema_files():
            (folder / name).write_text(text)
    except OSError as error:
        fail(f"Cannot write to {folder}: {error.strerror}.")
    typer.echo(f"{folder}: {len(FILES)} schemas")


def _print(asked: str) -> None:
    name = asked.removesuffix(".json")
    found = next((each for each in FILES if each.name == name), None)
    path = Path(asked)
    # The file's path may begin anywhere above the project's folder.
    ends = ("/".join(path.parts[start:]) for start in range(len(path.parts)))
    found = found or next(filter(None, map(file_of, ends)), None)
    if found is None:
        fail(f"No file of the format has keys and is called {asked}. `parley schema` lists those that do.")
    show_json(schema_of(found))
