"""The OpenAPI documents, made from the same endpoint descriptions that the routes are made from."""

from __future__ import annotations

import re
from collections.abc import Iterable
from http import HTTPStatus
from typing import Any

from pydantic import TypeAdapter
from pydantic.json_schema import GenerateJsonSchema

from parley import __version__
from parley.kit.errors import (
    InternalServerError,
    MethodNotAllowed,
    ParleyError,
    PayloadTooLarge,
    ServiceUnavailable,
    UnsupportedMediaType,
)
from parley.web.docs.example_values import PATH_PARAMETERS, UUID
from parley.web.docs.examples import example_of
from parley.web.endpoint import Endpoint
from parley.web.fairness import TooManyRequestsAtOnce
from parley.web.groups import Credential, Group
from parley.web.multipart import KIND as FORM
from parley.web.rate_limits import RateLimitExceeded
from parley.web.regions import RegionRequired, WrongRegion
from parley.web.responses import EVENT_STREAM
from parley.web.sessions import COOKIE

Json = dict[str, Any]

TITLES = {
    "runtime": "Runtime and data",
    "build": "Build and deploy",
    "monitoring": "Monitoring",
    "messaging": "Messaging",
    "console": "Console",
}
ALWAYS: tuple[type[ParleyError], ...] = (
    RegionRequired,
    WrongRegion,
    MethodNotAllowed,
    RateLimitExceeded,
    TooManyRequestsAtOnce,
    InternalServerError,
    ServiceUnavailable,
)
WITH_BODY: tuple[type[ParleyError], ...] = (PayloadTooLarge, UnsupportedMediaType)
EVENTS = "With `Accept: text/event-stream`: the answer while it comes, and then its whole body in the event `response`."
SESSION = "ConsoleSession"
SESSION_TEXT = "Of somebody in the console. Everything but GET also needs the session's token in `x-csrf-token`."
REF = "#/components/schemas/{model}"


def document(name: str, endpoints: Iterable[Endpoint], regions: tuple[str, ...]) -> Json:
    """The document of one family."""
    schemas: Json = {}
    paths: Json = {}
    security: Json = {}
    for endpoint in endpoints:
        if endpoint.group.document == name:
            # Starlette's paths name the kind of a parameter, OpenAPI's do not.
            path = re.sub(r"\{(\w+):\w+\}", r"{\1}", endpoint.path)
            paths.setdefault(path, {})[endpoint.method.lower()] = _operation(endpoint, schemas)
            security.update(_schemes(endpoint.group))
    return {
        "openapi": "3.1.0",
        "info": {"title": f"Parley: {TITLES[name]}", "version": __version__},
        "servers": [
            {"url": "/", "description": "this address"},
            {"url": "/{region}", "variables": {"region": {"default": regions[0], "enum": list(regions)}}},
        ],
        "paths": paths,
        "components": {"schemas": dict(sorted(schemas.items())), "securitySchemes": security},
    }


def _operation(endpoint: Endpoint, schemas: Json) -> Json:
    operation: Json = {
        "operationId": endpoint.handler.__name__,
        "summary": endpoint.summary,
        "tags": [endpoint.group.name],
        "security": _security(endpoint.group),
        "parameters": [*_path_parameters(endpoint.path), *_query_parameters(endpoint, schemas)],
        "responses": _responses(endpoint, schemas),
    }
    if endpoint.description:
        operation["description"] = endpoint.description
    if endpoint.deprecated:
        operation["deprecated"] = True
    if endpoint.body is not None:
        schema = _schema(endpoint.body, schemas, "validation")
        content = {"application/json": {"schema": schema, "example": example_of(schema, schemas, sparse=True)}}
        operation["requestBody"] = {"required": endpoint.body_required, "content": content}
    elif endpoint.media_types != ("application/json",):
        forms: Json = {kind: {} for kind in endpoint.media_types}
        if endpoint.json_form is not None:
            schema = _schema(endpoint.json_form, schemas, "validation")
            forms["application/json"] = {"schema": schema, "example": example_of(schema, schemas, sparse=True)}
        if endpoint.form is not None:
            forms[FORM] = {"schema": _schema(endpoint.form, schemas, "validation")}
        operation["requestBody"] = {"required": False, "content": forms}
    return operation


def _responses(endpoint: Endpoint, schemas: Json) -> Json:
    good: Json = {"description": HTTPStatus(endpoint.status).phrase}
    if endpoint.reply is not None:
        schema = _schema(endpoint.reply, schemas, "serialization")
        shown = {"example": example_of(schema, schemas)} if endpoint.reply_media_type == "application/json" else {}
        good["content"] = {endpoint.reply_media_type: {"schema": schema, **shown}}
        if endpoint.streams:
            good["content"][EVENT_STREAM] = {"schema": {"type": "string", "description": EVENTS}}
    responses: Json = {str(endpoint.status): good}
    responses |= {str(status): {**good, "description": text} for status, text in endpoint.other_statuses.items()}
    envelope = {"schema": _schema(endpoint.group.error_model, schemas, "serialization")}
    for status, errors in _errors_by_status(endpoint).items():
        lines = dict.fromkeys(f"`{error.code}`: {(error.__doc__ or '').strip().splitlines()[0]}" for error in errors)
        shown = {**envelope, "example": endpoint.group.envelope(errors[0](), UUID)}
        responses[str(status)] = {"description": "\n\n".join(lines), "content": {"application/json": shown}}
    return responses


def _errors_by_status(endpoint: Endpoint) -> dict[int, list[type[ParleyError]]]:
    body = WITH_BODY if endpoint.method in ("POST", "PUT", "PATCH") or endpoint.body is not None else ()
    by_status: dict[int, list[type[ParleyError]]] = {}
    for error in (endpoint.invalid, *ALWAYS, *body, *endpoint.group.refusals, *endpoint.errors):
        by_status.setdefault(error.status, []).append(error)
    return dict(sorted(by_status.items()))


def _path_parameters(path: str) -> list[Json]:
    parameters = []
    for name, kind in re.findall(r"\{(\w+)(?::(\w+))?\}", path):
        schema: Json = {"type": "string", **({"enum": ["v1", "v2", "v3"]} if kind == "version" else {})}
        about, example = PATH_PARAMETERS.get(name, ("", name))
        parameters.append(
            {"name": name, "in": "path", "required": True, "description": about, "schema": schema, "example": example}
        )
    return parameters


def _query_parameters(endpoint: Endpoint, schemas: Json) -> list[Json]:
    if endpoint.query is None:
        return []
    schema = TypeAdapter(endpoint.query).json_schema(mode="validation", ref_template=REF)
    schemas.update(schema.pop("$defs", {}))
    required = set(schema.get("required", ()))
    parameters = []
    for name, described in schema["properties"].items():
        parameter: Json = {"name": name, "in": "query", "required": name in required, "schema": described}
        if "description" in described:
            parameter["description"] = described.pop("description")
        parameters.append(parameter)
    return parameters


def _schema(kind: Any, schemas: Json, mode: Any) -> Json:
    generator = GenerateJsonSchema(by_alias=True, ref_template=REF)
    schema = generator.generate(TypeAdapter(kind).core_schema, mode=mode)
    schemas.update(schema.pop("$defs", {}))
    if isinstance(kind, type) and schema.get("type") == "object" and "title" in schema:
        name = str(schema["title"])
        schemas[name] = schema
        return {"$ref": REF.format(model=name)}
    return schema


def _scheme_name(header: str) -> str:
    return "".join(part.capitalize() for part in header.split("-"))


def _security(group: Group) -> list[Json]:
    """The console's cookie is named where nothing else is taken: clients have keys, and tools that make up requests
    cannot do with both."""
    if group.credentials:
        return [{_scheme_name(credential.header): [] for credential in group.credentials}]
    return [{SESSION: []}] if group.takes_session else []


def _schemes(group: Group) -> Json:
    if group.credentials:
        return {_scheme_name(credential.header): _scheme(credential) for credential in group.credentials}
    of_session = {"type": "apiKey", "in": "cookie", "name": COOKIE, "description": SESSION_TEXT}
    return {SESSION: of_session} if group.takes_session else {}


def _scheme(credential: Credential) -> Json:
    if credential.is_access_token:
        return {"type": "http", "scheme": "bearer"}
    return {"type": "apiKey", "in": "header", "name": credential.header}
