"""Requests that schemathesis makes up from one of our documents, sent with good keys to a service that is running."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.stateful import run_state_machine_as_test
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.generation.case import Case as AnyCase
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from parley.web.docs.openapi import SESSION

EXAMPLES = int(os.environ.get("FUZZ_EXAMPLES", "3"))
"""For each operation and each way of making them up: as the document says, and against it."""
RUNS = int(os.environ.get("FUZZ_RUNS", "6"))
STEPS = int(os.environ.get("FUZZ_STEPS", "8"))
CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
Json = dict[str, Any]
Case = AnyCase[Any]
schemathesis.serializer.alias("audio/wav", "application/octet-stream")


@dataclass(slots=True)
class Target:
    """A service, and what gets a request past its doors."""

    url: str
    keys: Mapping[str, Mapping[str, str]]
    """Headers by the tag of an operation."""
    ids: Mapping[str, str]
    """Path parameters that are the same in every request."""
    own_ids: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """By operation, others: of what it takes away, which all requests after it would ask for."""
    bodies: Mapping[str, Json] = field(default_factory=dict)
    """By operation, where made-up ones hardly ever are accepted: what a walk begins with."""
    queries: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """By operation, what a walk asks for: with what is made up there is hardly ever anything to go on with."""
    clear: Callable[[], None] = lambda: None
    """Takes away what a walk has made: there may be only so many of some things."""
    answers: dict[str, set[int]] = field(default_factory=dict)
    problems: dict[str, str] = field(default_factory=dict)
    walked: dict[str, set[int]] = field(default_factory=dict)
    """Answers to requests that went on from an earlier answer."""

    def ask(self, case: Case) -> Any:
        definition = case.operation.definition.raw
        ids = {**self.ids, **self.own_ids.get(definition["operationId"], {})}
        for name in ids.keys() & (case.path_parameters or {}).keys():
            case.path_parameters[name] = ids[name]
        response = case.call(base_url=self.url, headers=dict(self.keys[definition["tags"][0]]), timeout=60)
        self.answers.setdefault(definition["operationId"], set()).add(response.status_code)
        try:
            case.validate_response(response, checks=CHECKS)
        except BaseExceptionGroup as found:
            label = f"{case.operation.label} → {response.status_code}"
            self.problems.setdefault(label, "\n".join(str(each) for each in found.exceptions)[:2000])
        return response


def _settings(examples: int, **more: Any) -> settings:
    return settings(
        max_examples=examples,
        derandomize="FUZZ_EXAMPLES" not in os.environ,
        database=None,
        deadline=None,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
        **more,
    )


def for_programs(document: Json) -> Json:
    """Without the cookie of the console, which requests with keys do not have: it is a parameter to those who make
    requests up against the document, and of many it would be the only one that can be wrong."""
    paths = {
        path: {
            method: {**operation, "security": [way for way in operation["security"] if SESSION not in way]}
            for method, operation in methods.items()
        }
        for path, methods in document["paths"].items()
    }
    schemes = document["components"]["securitySchemes"]
    kept = {name: scheme for name, scheme in schemes.items() if name != SESSION}
    return {**document, "paths": paths, "components": {**document["components"], "securitySchemes": kept}}


def is_endless(definition: Json) -> bool:
    """Whether its answer ends only when nobody listens any more."""
    return list(definition["responses"].get("200", {}).get("content", ())) == ["text/event-stream"]


def explore(document: Json, target: Target) -> None:
    """Every operation by itself."""
    schema = schemathesis.openapi.from_dict(for_programs(document))
    for found in schema.get_all_operations():
        assert isinstance(found, Ok), found
        operation = found.ok()
        if is_endless(operation.definition.raw):
            continue
        for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE):

            @_settings(EXAMPLES)
            @given(case=operation.as_strategy(generation_mode=mode))
            def try_it(case: Case) -> None:
                target.ask(case)

            try_it()


def walk(document: Json, links: Mapping[str, Mapping[str, Json]], target: Target) -> None:
    """Operations after one another: what an answer says goes into the next request."""
    schema = schemathesis.openapi.from_dict(linked(for_programs(document), links))
    machine = schema.as_state_machine()

    class Walk(machine):  # type: ignore[valid-type,misc]  # made at run time
        def setup(self) -> None:
            super().setup()
            target.clear()

        def step(self, input: Any) -> Any:
            output = super().step(input)
            if input.transition is not None and output is not None:
                operation = input.case.operation.definition.raw["operationId"]
                target.walked.setdefault(operation, set()).add(output.response.status_code)
            return output

        def call(self, case: Case, **_options: Any) -> Any:
            operation = case.operation.definition.raw["operationId"]
            case.body = target.bodies.get(operation, case.body)
            case.query = {**(case.query or {}), **target.queries.get(operation, {})}
            return target.ask(case)

        def validate_response(self, response: Any, case: Case, **_options: Any) -> None:
            """Done by `ask`."""

    run_state_machine_as_test(Walk, settings=_settings(RUNS, stateful_step_count=STEPS))


def linked(document: Json, links: Mapping[str, Mapping[str, Json]]) -> Json:
    """Only the operations that links lead from or to, with these links in what they answer when all is well."""
    paths: Json = {}
    meant = {*links, *(name for each in links.values() for name in each)}
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            if operation["operationId"] not in meant:
                continue
            good = next(status for status in operation["responses"] if status.startswith("2"))
            named = {
                f"to_{name}": {"operationId": name, **link}
                for name, link in links.get(operation["operationId"], {}).items()
            }
            answer = {**operation["responses"][good], **({"links": named} if named else {})}
            responses = {**operation["responses"], good: answer}
            paths.setdefault(path, {})[method] = {**operation, "responses": responses}
    return {**document, "paths": paths}
