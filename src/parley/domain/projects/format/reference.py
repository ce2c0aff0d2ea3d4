"""docs/format.md, written from the description."""

from __future__ import annotations

from collections.abc import Iterator

from parley.domain.projects.format.files import FILES
from parley.domain.projects.format.keys import Form, FormatFile, Key, walk

TITLE = "# The format of agent projects"
INTRODUCTION = f"""{TITLE}

Every file and every key of a project, written from the same description in the code as the schemas that editors use
(`scripts/format-reference`). What an agent does with it is told in [agents.md](agents.md).

- A key that the format does not have is a warning of `parley check`, with what was probably meant; in `test_suite/` the
  case does not pass, and with one in `evaluation/` nothing is held.
- `{{{{…}}}}` are [references](agents.md#references). A *pattern* is a regular expression in Python's syntax
  ([what is supported](agents.md#patterns)).
- What is plainly meant is taken: a number for a text, one text for a list of one, `yes` and `on` for true, null for
  nothing. A `.yaml` file may be called `.yml`.
- Files that hold a list under one key may hold the bare list.

Editors complete and check the files by [JSON Schemas](#schemas-for-editors). `parley schema` lists them.
"""
SCHEMAS = """## Schemas for editors

`parley init` writes them into `_gen/schemas/` of the new project, with a first line in each YAML file that names its
schema, and settings for VS Code: editors complete and check without any network. For a project that exists:

```sh
parley schema                               # every schema and the files that it is for
parley schema topics/opening_hours.yaml     # the one for this file
parley schema --write my-agent/_gen/schemas # all of them, as files
```

The build service serves the same under an address that stays: `GET /schemas/topic.json`, without a key.

## Types for agent code

`parley init` also writes stubs: what the decorators, `conv`, `flow` and all else from `_gen` and `plog` takes and
gives, with the names of the project's own functions, flows, steps, entities, variants, handoffs and topics.
Editors complete them; `parley dev` keeps them up to date. For a project that exists, and after adding any of these:

```sh
parley stubs my-agent                              # writes _gen/ and what is missing in .vscode/
cd my-agent && mypy --config-file _gen/mypy.ini    # checks all code of the agent
pyright -p _gen/pyrightconfig.json                 # so does this
```

An entity or a function that the project does not have is an error of types. Names of flows, steps and the like may be
computed, so any text is right for a type checker: `parley check` looks up those that are written out. What is in
`conv.state` has no type.
"""
PYTHON = """## Python

| file | what it is |
|---|---|
| `functions/<name>.py` | a global function, if it defines one of the file's name; else a module for others |
| `functions/start_function.py`, `functions/end_function.py` | run before anything is said, and after the end |
| `flows/<flow>/functions/<name>.py` | a transition function of that flow |
| `flows/<flow>/function_steps/<name>.py` | a step of that flow that runs code |
| `agent_settings/rules.txt` | plain text in the prompt of every turn; may hold references |
| `_gen/` | never imported: what editors need (stubs, schemas), and the snapshot of a pull |
| `tests/`, `context/` | the project's own unit tests; notes that nothing reads |

How functions are written is in [agents.md](agents.md#functions).
"""


def page() -> str:
    contents = "\n".join(f"- [`{file.paths[0]}`](#{_anchor(file.paths[0])})" for file in FILES)
    parts = [INTRODUCTION, f"{contents}\n- [Python](#python)\n", *map(_section, FILES), PYTHON, SCHEMAS]
    return "\n".join(parts)


def _anchor(heading: str) -> str:
    return "".join(c for c in heading.lower() if c.isalnum() or c in "_- ").replace(" ", "-")


def _section(file: FormatFile) -> str:
    lines = [f"## `{file.paths[0]}`", "", file.meaning]
    if len(file.paths) > 1:
        lines.append("Also: " + ", ".join(f"`{path}`" for path in file.paths[1:]) + ".")
    lines.append(f"Schema: `{file.name}.json`.")
    if rows := list(_rows(file)):
        lines += ["", "| key | value | if left out | meaning |", "|---|---|---|---|", *rows]
    return "\n".join([*lines, "", f"```{'json' if file.is_json else 'yaml'}", file.example.rstrip("\n"), "```", ""])


def _rows(file: FormatFile) -> Iterator[str]:
    for place, key in walk(file.root):
        cells = (f"`{place}`", _value(key), _absent(key), key.meaning)
        yield "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def _value(key: Key) -> str:
    if key.form is Form.CHOICE:
        return ", ".join(f"`{word}`" for word in key.allowed)
    shown = "list of texts or mappings" if key.text_key else str(key.form)
    if key.values is not None and not key.values.keys:
        shown = f"{shown}: {key.values.form}"
    return f"{shown}, or by language" if key.by_language else shown


def _absent(key: Key) -> str:
    if key.required:
        return "**needed**"
    if not key.default:
        return ""
    return f"`{key.default}`" if " " not in key.default else key.default
