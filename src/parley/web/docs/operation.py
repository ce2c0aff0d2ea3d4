"""One operation on the page: what it takes, what it answers, a line for a shell, and a form to try it out."""

from __future__ import annotations

import json
import re
from html import escape
from typing import Any

from parley.web.docs.examples import example_value
from parley.web.docs.fields import fields_table, limits_of, type_of

Json = dict[str, Any]
VARIABLES = {"x-token": "PARLEY_TOKEN", "authorization": "PARLEY_ACCESS_TOKEN"}
"""What stands in a shell for what a header carries; for all others it is the key."""


def operation_section(path: str, method: str, operation: Json, content: Json) -> str:
    identifier, summary = operation["operationId"], escape(operation["summary"])
    obsolete = ' <span class="badge">deprecated</span>' if operation.get("deprecated") else ""
    about = f"<p>{_words(operation['description'])}</p>" if operation.get("description") else ""
    parts = [
        f'<details class="operation" id="{identifier}" data-method="{method.upper()}" data-path="{escape(path)}" '
        f'data-group="{escape(operation["tags"][0])}">'
        f'<summary><span class="method {method}">{method.upper()}</span><code class="path">{escape(path)}</code>'
        f'<span class="about">{summary}</span>{obsolete}<span class="hits"></span></summary>{about}',
        _parameters(operation, content),
        _body(operation, content),
        _curl(path, method, operation, content),
        _try_out(method, operation, content),
        _answers(operation, content),
    ]
    return f"{''.join(parts)}</details>"


def _words(text: str) -> str:
    """With what stands in backticks as code."""
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(text))


def headers_of(operation: Json, content: Json) -> list[str]:
    """Those that carry keys."""
    schemes = content["components"]["securitySchemes"]
    names = operation["security"][0] if operation["security"] else ()
    return [schemes[name].get("name", "authorization") for name in names if schemes[name].get("in") != "cookie"]


def _is_for_console(operation: Json, content: Json) -> bool:
    schemes = content["components"]["securitySchemes"]
    return any(schemes[name].get("in") == "cookie" for each in operation["security"] for name in each)


def _parameters(operation: Json, content: Json) -> str:
    if not operation["parameters"]:
        return ""
    rows = "".join(_parameter(each, operation["operationId"], content) for each in operation["parameters"])
    return (
        '<h3>Parameters</h3><div class="wide" tabindex="0" role="region" aria-label="Parameters">'
        '<table class="fields"><thead><tr><th scope="col">Name<th scope="col">Value<th scope="col">What it is</thead>'
        f"<tbody>{rows}</tbody></table></div>"
    )


def _parameter(parameter: Json, operation: str, content: Json) -> str:
    name, schema, schemas = parameter["name"], parameter["schema"], content["components"]["schemas"]
    need = " <b>required</b>" if parameter["required"] else ""
    about = _words(parameter.get("description", ""))
    limits = limits_of(schema, schemas)
    if parameter["in"] == "path":
        given, hint = parameter.get("example", name), ""
    else:
        given, hint = "", str(example_value(schema, schemas, name))
    required = " data-required" if parameter["required"] else ""
    return (
        f'<tr><th scope="row"><label for="{operation}-{name}"><code data-field>{escape(name)}</code></label>{need}'
        f'<td><input id="{operation}-{name}" data-{parameter["in"]}="{escape(name)}" value="{escape(str(given))}" '
        f'placeholder="{escape(hint)}" autocomplete="off" spellcheck="false"{required}>'
        f"<td>{about} <small>{escape(type_of(schema, schemas))}{', ' if limits else ''}{escape(limits)}</small></tr>"
    )


def _body(operation: Json, content: Json) -> str:
    parts = []
    for kind, described in operation.get("requestBody", {}).get("content", {}).items():
        schema = described.get("schema")
        table = fields_table(schema, content["components"]["schemas"], f"Fields of the body, {kind}") if schema else ""
        parts.append(f"<h3>Body <small>{escape(kind)}</small></h3>{table}")
    return "".join(parts)


def _example(operation: Json) -> tuple[str, str | None]:
    """The media type of the body and its text; None: a file."""
    for kind, described in operation.get("requestBody", {}).get("content", {}).items():
        if "example" in described:
            return kind, json.dumps(described["example"], indent=2, ensure_ascii=False)
        return kind, "{}" if "json" in kind else None
    return "", ""


def _curl(path: str, method: str, operation: Json, content: Json) -> str:
    kind, text = _example(operation)
    lines = [f'curl -X {method.upper()} "<span data-url>$PARLEY_URL{escape(path)}</span>"']
    for header in headers_of(operation, content):
        before = "Bearer " if header == "authorization" else ""
        lines.append(f'-H "{header}: {before}${VARIABLES.get(header, "PARLEY_KEY")}"')
    if _is_for_console(operation, content):
        lines.append('-b "parley_session=$PARLEY_SESSION" -H "x-csrf-token: $PARLEY_CSRF"')
    if kind:
        lines.append(f"-H 'content-type: {escape(kind)}'")
        quoted = escape((text or "").replace("'", "'\\''"), quote=False)
        lines.append(f"--data '<span data-sent>{quoted}</span>'" if text is not None else "--data-binary @FILE")
    if "text/event-stream" in operation["responses"].get("200", {}).get("content", {}) and method == "get":
        lines[0] = lines[0].replace("curl ", "curl -N ", 1)
    shown = " \\\n  ".join(lines)
    return (
        '<h3>In a shell</h3><div class="copied"><pre class="curl" tabindex="0" aria-label="A line for a shell"><code>'
        f'{shown}</code></pre><button type="button" class="copy" hidden>Copy</button></div>'
    )


def _try_out(method: str, operation: Json, content: Json) -> str:
    if _is_for_console(operation, content):
        return "<p>This is for the console, whose session stands in a cookie: it cannot be tried out here.</p>"
    name = operation["operationId"]
    kind, text = _example(operation)
    keys = "".join(
        f'<label>{header} <input type="password" data-key="{header}" autocomplete="off" spellcheck="false"></label>'
        for header in headers_of(operation, content)
    )
    if not kind:
        body = ""
    elif text is None:
        body = f'<label>File <input type="file" data-file="{escape(kind)}"></label>'
    else:
        rows = min(text.count("\n") + 2, 16)
        body = (
            f'<label for="{name}-body">Body</label><textarea id="{name}-body" data-body="{escape(kind)}" rows="{rows}" '
            f'spellcheck="false">{escape(text, quote=False)}</textarea>'
        )
    return (
        f'<div class="try" hidden><h3>Try it</h3>{keys}{body}<div class="buttons">'
        f'<button type="button" class="send {method}">Send {method.upper()}</button>'
        '<button type="button" class="stop" hidden>Stop</button></div>'
        '<p class="outcome" role="status"></p><pre class="answer" tabindex="0" aria-label="The answer" hidden></pre>'
        '<a class="download" hidden>Save the answer</a></div>'
    )


def _answers(operation: Json, content: Json) -> str:
    good, errors = [], []
    for status, response in operation["responses"].items():
        if status < "300":
            good.append(_good(status, response, content))
        else:
            about = "".join(f"<p>{_words(each)}</p>" for each in response["description"].split("\n\n"))
            errors.append(f'<tr><th scope="row">{status}<td>{about}</tr>')
    return (
        f'{"".join(good)}<details class="errors"><summary>Errors</summary><table><thead><tr><th scope="col">Status'
        f'<th scope="col">What happened</thead><tbody>{"".join(errors)}</tbody></table></details>'
    )


def _good(status: str, response: Json, content: Json) -> str:
    parts = [f"<h3>{status} <small>{_words(response['description'])}</small></h3>"]
    for kind, described in response.get("content", {}).items():
        schema = described.get("schema", {})
        if "example" in described:
            text = json.dumps(described["example"], indent=2, ensure_ascii=False)
            shown = escape(text, quote=False)
            parts.append(f'<pre class="example" tabindex="0" aria-label="An example of the answer">{shown}</pre>')
        else:
            parts.append(f"<p><code>{escape(kind)}</code> {_words(schema.get('description', ''))}</p>")
        table = fields_table(schema, content["components"]["schemas"], f"Fields of the answer, {kind}")
        parts.append(f'<details class="inside"><summary>Fields</summary>{table}</details>' if table else "")
    return "".join(parts)
