"""One page with everything that can be asked of a service. It can be read without its script; searching, trying out and
the lines to paste need it."""

from __future__ import annotations

from html import escape
from typing import Any

from parley.web.docs.openapi import TITLES
from parley.web.docs.operation import operation_section

HEAD = (
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Parley API</title>'
    '<meta name="viewport" content="width=device-width, initial-scale=1">'
    '<link rel="icon" href="data:,"><link rel="stylesheet" href="docs/docs.css">'
    '<script src="docs/docs.js" defer></script></head>'
)
SEARCH = (
    '<div class="search" hidden><label for="search">Search</label><input id="search" type="search" autocomplete="off" '
    'spellcheck="false" placeholder="A path, a word or a field"><kbd aria-hidden="true">/</kbd>'
    '<p id="found" role="status"></p></div>'
)
INTRODUCTION = (
    "<p>Every operation of this service with examples that can be pasted into a shell or tried out here. A key that "
    "you enter stays in the memory of this page: it is sent to this service alone and gone when the page is closed. In "
    "the lines for a shell it stands as a variable, so set that first: <code>export PARLEY_KEY=…</code></p>"
)


def page_of(documents: dict[str, dict[str, Any]]) -> str:
    links = "".join(f'<a href="openapi/{name}.json">{escape(TITLES[name])} (OpenAPI)</a>' for name in documents)
    contents, sections = [], []
    for content in documents.values():
        for tag, operations in _by_tag(content).items():
            identifier = f"group-{tag.replace(' ', '-')}"
            contents.append(f'<li><a href="#{identifier}">{escape(tag)}</a> <small>{len(operations)}</small></li>')
            sections.append(
                f'<section class="group" aria-labelledby="{identifier}"><h2 id="{identifier}">{escape(tag)}</h2>'
                f"{''.join(operations)}</section>"
            )
    version = escape(next(iter(documents.values()))["info"]["version"])
    return (
        f'{HEAD}<body><header><h1>Parley API <small>{version}</small></h1>{SEARCH}</header><div class="columns">'
        f'<nav aria-label="Groups of operations"><ul>{"".join(contents)}</ul></nav><main>{INTRODUCTION}'
        f'<p class="links">{links}</p>{"".join(sections)}</main></div></body></html>'
    )


def _by_tag(content: dict[str, Any]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for path, methods in content["paths"].items():
        for method, operation in methods.items():
            found.setdefault(operation["tags"][0], []).append(operation_section(path, method, operation, content))
    return found
