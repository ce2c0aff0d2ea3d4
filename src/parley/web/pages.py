"""The OpenAPI documents and a page to read them in: one file of HTML, no script, nothing fetched from anywhere."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable
from functools import cache
from html import escape
from importlib.resources import files
from typing import Any

from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route

from parley.web.endpoint import Endpoint
from parley.web.openapi import TITLES, document

STYLE = (files("parley.web") / "docs.css").read_text()


def document_routes(endpoints: Iterable[Endpoint], regions: tuple[str, ...]) -> list[Route]:
    """`/openapi/<family>.json` for each family of this app, `/openapi.json` for the first, `/docs` to browse them. Made
    when somebody asks for them first: every start would take longer for what few ever read."""
    endpoints = list(endpoints)
    names = [name for name in TITLES if any(endpoint.group.document == name for endpoint in endpoints)]

    @cache
    def written(name: str) -> dict[str, Any]:
        return document(name, endpoints, regions)

    @cache
    def page() -> str:
        return _page({name: written(name) for name in names})

    def served(name: str) -> Any:
        async def openapi(_request: Request) -> Response:
            # Off the loop: the first time takes long enough for other requests to notice.
            return JSONResponse(await asyncio.to_thread(written, name))

        return openapi

    async def docs(_request: Request) -> Response:
        return HTMLResponse(
            await asyncio.to_thread(page),
            # There is no script in the page, and none could run that came in with a description.
            headers={"content-security-policy": "default-src 'none'; style-src 'unsafe-inline'"},
        )

    routes = [Route(f"/openapi/{name}.json", served(name)) for name in names]
    routes += [Route("/openapi.json", served(name)) for name in names[:1]]
    return [*routes, Route("/docs", docs)]


def _page(documents: dict[str, dict[str, Any]]) -> str:
    links = "".join(f'<a href="/openapi/{name}.json">{escape(TITLES[name])} (JSON)</a>' for name in documents)
    parts = [f"<h1>Parley</h1><nav>{links}</nav>"]
    for content in documents.values():
        groups: dict[str, list[str]] = {}
        for path, methods in content["paths"].items():
            for method, operation in methods.items():
                groups.setdefault(operation["tags"][0], []).append(_operation(path, method, operation, content))
        parts += [f"<h2>{escape(tag)}</h2>{''.join(operations)}" for tag, operations in groups.items()]
    body = "".join(parts)
    return f'<!doctype html><html lang="en"><meta charset="utf-8"><title>Parley API</title><style>{STYLE}</style>{body}'


def _operation(path: str, method: str, operation: dict[str, Any], content: dict[str, Any]) -> str:
    names = operation["security"][0] if operation["security"] else ()
    keys = ", ".join(f"<code>{escape(_header(name, content))}</code>" for name in names)
    parts = [
        f'<details><summary><span class="method {method}">{method.upper()}</span><code>{escape(path)}</code>'
        f"<span>{escape(operation['summary'])}</span></summary><p>Headers: {keys or 'none'}</p>",
        f"<p>{escape(operation.get('description', ''))}</p>" if operation.get("description") else "",
    ]
    if operation["parameters"]:
        rows = "".join(_parameter_row(parameter) for parameter in operation["parameters"])
        parts.append(f"<h4>Parameters</h4><table>{rows}</table>")
    for kind, described in operation.get("requestBody", {}).get("content", {}).items():
        parts.append(f"<h4>Body: {escape(kind)}</h4>{_schema(described.get('schema'), content)}")
    for status, response in operation["responses"].items():
        schema = response.get("content", {}).get("application/json", {}).get("schema") if status < "300" else None
        words = escape(response["description"]).replace("\n\n", "<br>")
        parts.append(f"<h4>{status}</h4><p>{words}</p>{_schema(schema, content)}")
    return "".join(parts) + "</details>"


def _header(scheme: str, content: dict[str, Any]) -> str:
    return str(content["components"]["securitySchemes"][scheme].get("name", "authorization"))


def _parameter_row(parameter: dict[str, Any]) -> str:
    need = "required" if parameter["required"] else "optional"
    about = escape(parameter.get("description", ""))
    schema = escape(json.dumps({k: v for k, v in parameter["schema"].items() if k != "title"}))
    return (
        f"<tr><td><code>{escape(parameter['name'])}</code><td>{parameter['in']}, {need}"
        f"<td>{about}<br><code>{schema}</code></tr>"
    )


def _schema(schema: dict[str, Any] | None, content: dict[str, Any]) -> str:
    if schema is None:
        return ""
    if (reference := schema.get("$ref")) is not None:
        schema = content["components"]["schemas"][reference.rsplit("/", 1)[1]]
    return f"<pre>{escape(json.dumps(schema, indent=2, ensure_ascii=False))}</pre>"
