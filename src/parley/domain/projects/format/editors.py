"""What a project's folder holds for editors: schemas, types of what its code imports, settings that name them, and a
first line in each YAML file.

All paths are relative, so completion and checks work without any network, wherever the folder lies.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

from parley.domain.projects.format.files import FILES, file_of
from parley.domain.projects.format.schemas import all_schemas
from parley.domain.projects.format.stubs import MYPY_FILE, TYPINGS, stub_files
from parley.domain.projects.model import Project

SCHEMAS = "_gen/schemas"
EXTENSIONS = {"recommendations": ["redhat.vscode-yaml", "ms-python.python"]}


def schema_files() -> Iterator[tuple[str, str]]:
    """Name and text of each schema."""
    for name, schema in all_schemas().items():
        yield f"{name}.json", json.dumps(schema, indent=2, ensure_ascii=False) + "\n"


SETTINGS = ".vscode/settings.json"


def editor_files(project: Project) -> Iterator[tuple[str, str]]:
    """Path and text of each file that only editors and type checkers read."""
    yield from ((f"{SCHEMAS}/{name}", text) for name, text in schema_files())
    yield from stub_files(project)
    yield SETTINGS, pretty(settings())
    yield ".vscode/extensions.json", pretty(EXTENSIONS)


def with_schema_line(path: str, text: str) -> str:
    """The text of a YAML file behind a line that names its schema."""
    file = file_of(path)
    if file is None or file.is_json or text.startswith("# yaml-language-server:"):
        return text
    return f"# yaml-language-server: $schema={'../' * path.count('/')}{SCHEMAS}/{file.name}.json\n{text}"


def settings() -> dict[str, object]:
    yaml_schemas = {f"./{SCHEMAS}/{file.name}.json": list(file.spellings) for file in FILES if not file.is_json}
    json_schemas = [
        {"fileMatch": [f"/{path}" for path in file.paths], "url": f"./{SCHEMAS}/{file.name}.json"}
        for file in FILES
        if file.is_json
    ]
    return {
        "yaml.schemas": yaml_schemas,
        "json.schemas": json_schemas,
        "python.analysis.extraPaths": [f"./{TYPINGS}"],
        "mypy-type-checker.args": [f"--config-file={MYPY_FILE}"],
    }


def pretty(value: object) -> str:
    return json.dumps(value, indent=2) + "\n"
