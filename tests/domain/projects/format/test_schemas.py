"""The description, the schemas that follow from it and what `parley check` finds are of one mind, key by key."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft7Validator

from parley.domain.projects import loader
from parley.domain.projects.files import bundle_files, read_folder
from parley.domain.projects.format.files import FILES, file_of
from parley.domain.projects.format.keys import Form, FormatFile, Key
from parley.domain.projects.format.schemas import schema_of
from parley.domain.projects.loader import load_project
from parley.domain.projects.loading.evaluations import load_evaluation
from parley.domain.projects.loading.source import Source
from parley.domain.projects.loading.tree import parse_json, parse_yaml, to_json
from parley.domain.projects.model import Problem, Project
from parley.runtime.test_runs.evaluation.goals import read_evaluation

Files = dict[str, str]
LoadFiles = Callable[[Files], tuple[Project | None, list[Problem]]]
Place = tuple[str | int, ...]

ROOT = Path(__file__).parents[4]
PROJECTS = [*(ROOT / "examples").iterdir(), *(ROOT / "templates").iterdir()]
VALIDATORS = {file.name: Draft7Validator(schema_of(file)) for file in FILES}
WRONG: dict[Form, Any] = {
    Form.TEXT: {"a": 1},
    Form.FLAG: "perhaps",
    Form.NUMBER: "many",
    Form.WHOLE: 1.5,
    Form.COUNT: -1,
    Form.CHOICE: "none of these",
    Form.TEXTS: {"a": 1},
    Form.MAPPING: [1],
    Form.NAMED: [1],
    Form.LIST: {"a": 1},
}
TAKEN: dict[Form, list[Any]] = {
    Form.TEXT: [7, True, ["two", "lines"]],
    Form.FLAG: ["yes", "OFF", 1, True],
    Form.NUMBER: ["0.5", 2, " 3 "],
    Form.COUNT: ["3", 4, "5.0"],
    Form.TEXTS: ["only one", [1, "two", None]],
}
MOST_SPELLINGS = 4
"""What is read as meant, and so is right to the schema as well."""

AROUND: dict[str, Files] = {
    "confirmations": {
        "functions/cancel_loan.py": "def cancel_loan(conv, title: str): ...\n",
        "functions/delete_account.py": "def delete_account(conv): ...\n",
    },
    "step": {
        "flows/example/flow_config.yaml": "start_step: Which book\n",
        "flows/example/function_steps/find_copy.py": "def find_copy(conv, flow): ...\n",
    },
    "flow_config": {"flows/example/steps/which_book.yaml": "name: Which book\n"},
}
"""Without which a file is not read, or names nothing."""

pytestmark = pytest.mark.slow
every_file = pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)


def data_of(file: FormatFile) -> Any:
    return json.loads(file.example) if file.is_json else to_json(_root(parse_yaml(file.example)))


def _root(tree: Any) -> Any:
    assert tree.root is not None
    return tree.root


def written(file: FormatFile, data: Any) -> Files:
    # JSON is YAML too, and quicker to write.
    return {**AROUND.get(file.name, {}), file.example_path: json.dumps(data)}


def is_valid(file: FormatFile, data: Any) -> bool:
    return bool(VALIDATORS[file.name].is_valid(data))


def places(key: Key, data: Any) -> list[tuple[Place, Key, Key]]:
    """Each key that the data has: where it first stands, itself, and what it is in."""
    found: dict[int, tuple[Place, Key, Key]] = {}
    for each in _places(key, data, ()):
        found.setdefault(id(each[1]), each)
    return list(found.values())


def _places(key: Key, data: Any, place: Place) -> Iterator[tuple[Place, Key, Key]]:
    if key.form is Form.LIST:
        for index, item in enumerate(data):
            yield from _members(key, item, (*place, index))
    else:
        yield from _members(key, data, place)


def _members(key: Key, data: Any, place: Place) -> Iterator[tuple[Place, Key, Key]]:
    for inner in key.keys if isinstance(data, dict) else ():
        if inner.name in data:
            yield (*place, inner.name), inner, key
            yield from _places(inner, data[inner.name], (*place, inner.name))
    if key.values is not None and key.values.keys:
        for name in data:
            yield from _places(key.values, data[name], (*place, name))


def parent_of(data: Any, place: Place) -> Any:
    for part in place[:-1]:
        data = data[part]
    return data


def problems_of(load_files: LoadFiles, file: FormatFile, data: Any) -> set[str]:
    """Lines move when data is written again, so they do not count here."""
    _, problems = load_files(written(file, data))
    return {problem.message for problem in problems if problem.path == file.example_path}


@every_file
def test_an_example_is_right_and_has_every_key(load_files: LoadFiles, file: FormatFile) -> None:
    data = data_of(file)
    assert list(VALIDATORS[file.name].iter_errors(data)) == []
    found = load_files({**AROUND.get(file.name, {}), file.example_path: file.example})[1]
    assert [str(each) for each in found if each.fatal or "no key of the format" in each.message] == []
    described = {id(key) for _, key in _all_keys(file.root)}
    shown = {id(key) for _, key, _ in places(file.root, data)}
    assert [key.name for _, key in _all_keys(file.root) if id(key) in described - shown] == []


def _all_keys(key: Key) -> Iterator[tuple[Key, Key]]:
    for inner in (*key.keys, *((key.values,) if key.values else ())):
        if inner.name:
            yield key, inner
        yield from _all_keys(inner)


@every_file
def test_a_misspelt_key_is_told_by_both(load_files: LoadFiles, file: FormatFile) -> None:
    data = data_of(file)
    for place, key, inside in places(file.root, data):
        mutant = copy.deepcopy(data)
        holder = parent_of(mutant, place)
        holder[f"{key.name}x"] = holder.pop(key.name)
        told = [
            each for each in problems_of(load_files, file, mutant) if f"'{key.name}x' is no key of the format" in each
        ]
        if inside.is_open:
            continue
        assert not is_valid(file, mutant), place
        assert told, place


@every_file
def test_a_value_of_the_wrong_type_is_told_by_both(load_files: LoadFiles, file: FormatFile) -> None:
    data = data_of(file)
    before = problems_of(load_files, file, data)
    for place, key, _ in places(file.root, data):
        if key.form is Form.ANY or key.by_language:
            continue
        mutant = copy.deepcopy(data)
        parent_of(mutant, place)[key.name] = WRONG[key.form]
        assert not is_valid(file, mutant), place
        assert problems_of(load_files, file, mutant) - before, place


@every_file
def test_a_missing_key_is_told_by_both(load_files: LoadFiles, file: FormatFile) -> None:
    data = data_of(file)
    before = problems_of(load_files, file, data)
    for place, key, _ in places(file.root, data):
        mutant = copy.deepcopy(data)
        del parent_of(mutant, place)[key.name]
        assert is_valid(file, mutant) is not key.required, place
        if key.required:
            assert problems_of(load_files, file, mutant) - before, place


@every_file
def test_what_is_mended_is_valid(load_files: LoadFiles, file: FormatFile) -> None:
    data = data_of(file)
    for attempt in range(MOST_SPELLINGS):
        mutant = copy.deepcopy(data)
        for place, key, _ in places(file.root, data):
            spellings = [word.upper() for word in key.allowed] or TAKEN.get(key.form, [])
            if spellings and (value := spellings[attempt % len(spellings)]) is not None:
                parent_of(mutant, place)[key.name] = value
        assert [each.message for each in VALIDATORS[file.name].iter_errors(mutant)] == []
        # A time, and the value of an argument of some type, are more than a text.
        told = [each for each in problems_of(load_files, file, mutant) if not each.startswith("'expected_value'")]
        assert [each for each in told if re.search("must be (true|a (?!time)|whole)", each)] == []


@every_file
def test_nothing_stands_for_what_is_left_out(load_files: LoadFiles, file: FormatFile) -> None:
    data = data_of(file)
    mutant = dict.fromkeys(data)
    kept = {key.name: data[key.name] for key in file.keys if key.required}
    mutant = {**mutant, **kept}
    assert is_valid(file, mutant)
    assert [each for each in problems_of(load_files, file, mutant) if "must be" in each] == []


def test_the_loader_asks_for_nothing_that_is_not_described() -> None:
    files = {file.example_path: file.example.encode() for file in FILES}
    bundle, _ = bundle_files(files)
    assert bundle is not None
    source = Source(bundle)
    readings = _readings(source)
    for file in FILES:
        known = {key.name for _, key in _all_keys(file.root)}
        assert readings[file.example_path] <= known, file.name


def _readings(source: Source) -> dict[str, set[str]]:
    load_evaluation(source, loader._build_project(source).default_language)
    found: dict[str, set[str]] = {path: set() for path in source.bundle.files}
    for reading in source.findings.keys._readings.values():
        if not reading.is_open:
            found.setdefault(reading.path, set()).update(reading.known)
    return found


@pytest.mark.parametrize("folder", PROJECTS, ids=lambda folder: folder.name)
def test_the_projects_that_come_with_it_are_valid(folder: Path) -> None:
    if not folder.is_dir():
        pytest.skip("a note")
    bundle, _ = read_folder(folder)
    assert bundle is not None
    source = Source(bundle)
    for path in bundle.files:
        file = file_of(path)
        if file is None:
            assert not path.endswith((".yaml", ".yml")), path
            continue
        text = source.text(path) or ""
        tree = parse_json(text) if file.is_json else parse_yaml(text)
        errors = [each.message for each in VALIDATORS[file.name].iter_errors(to_json(_root(tree)))]
        assert errors == [], path


def test_the_evaluations_that_come_with_them_can_be_held() -> None:
    bundles = [bundle for folder in PROJECTS if folder.is_dir() and (bundle := read_folder(folder)[0])]
    assert sum(len(read_evaluation(bundle, "en-GB").goals) for bundle in bundles) > 1


def test_a_project_of_all_examples_loads() -> None:
    bundle, _ = bundle_files({file.example_path: file.example.encode() for file in FILES})
    assert bundle is not None
    _, problems = load_project(bundle)
    assert [str(each) for each in problems if "no key" in each.message] == []
