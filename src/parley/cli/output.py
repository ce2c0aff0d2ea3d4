"""How commands print: tables, JSON, problems. Imports nothing of the platform, so that small commands start quickly."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Annotated, Any, NoReturn

import orjson
import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

AsJson = Annotated[bool, typer.Option("--json", help="Print JSON, for programs.")]

WIDEST = 4096
"""A table is as wide as it needs to be: an id that was cut short to fit a window cannot be copied."""

console = Console()
errors = Console(stderr=True)
CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")


def fail(message: str) -> NoReturn:
    errors.print(Text.assemble(("Error: ", "bold red"), message), soft_wrap=True, highlight=False)
    raise typer.Exit(1)


def show(rows: Sequence[dict[str, Any]], columns: Sequence[str], as_json: bool) -> None:
    if as_json:
        show_json(list(rows))
        return
    if not rows:
        console.print("(none)")
        return
    table = Table(box=None, header_style="bold", pad_edge=False)
    for column in columns:
        table.add_column(column, no_wrap=True)
    for row in rows:
        table.add_row(*(Text("" if row.get(column) is None else str(row[column])) for column in columns))
    Console(width=WIDEST).print(table)


def show_one(row: dict[str, Any], columns: Sequence[str], as_json: bool) -> None:
    """As an object, not as a list of one."""
    if as_json:
        show_json(row)
    else:
        show([row], columns, as_json)


def tell(words: str, as_json: bool, **facts: Any) -> None:
    """What a command has done: in words, or as facts for a program."""
    if as_json:
        show_json(facts)
    else:
        console.print(words, soft_wrap=True, highlight=False, markup=False)


def printable(text: str) -> str:
    """What people said may hold anything, but it does not get to command the operator's terminal."""
    return CONTROLS.sub("\N{REPLACEMENT CHARACTER}", text)


def show_json(value: object) -> None:
    typer.echo(orjson.dumps(value, option=orjson.OPT_INDENT_2, default=str).decode())
