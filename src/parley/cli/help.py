"""Answers what can be answered without loading a command: help, the version, and names that do not exist.

Reads `commands.json`, and imports neither typer nor anything that a command works with: that takes up to a second.
"""

from __future__ import annotations

import difflib
import json
import shutil
import sys
import textwrap
from collections.abc import Collection, Iterator
from functools import cache
from pathlib import Path
from typing import Any

from parley import __version__

FILE = Path(__file__).parent / "commands.json"
TITLE = """Parley: a self-hosted platform for conversational agents.

Example: parley up
Example: parley init my-agent --template booking
Example: parley dev my-agent
"""
WIDEST = 100
WIDEST_NAME = 30
EXAMPLE = "Example: "
USAGE_ERROR = 2
OPTIONS = [
    {"names": ["--version"], "type": "bool", "help": "Print the version."},
    {"names": ["--install-completion"], "type": "bool", "help": "Let the shell complete commands, options and values."},
    {"names": ["--show-completion"], "type": "bool", "help": "Print what --install-completion would install."},
]
HELP = {"names": ["--help"], "type": "bool", "help": "Print this."}

Description = dict[str, Any]


@cache
def read() -> dict[str, Description]:
    content: dict[str, Description] = json.loads(FILE.read_bytes())
    return content


def answer(args: list[str], others: Collection[str] = ()) -> int | None:
    """The exit code, if that was all; None: a command has to be loaded. `others` have no description here."""
    path = ["parley"]
    node: Description = {"help": TITLE, "commands": read(), "params": OPTIONS}
    words = iter(args)
    for word in words:
        if word == "--":
            break
        if word == "--help":
            return _print(usage(path, node))
        if word == "--version" and len(path) == 1:
            return _print(__version__)
        if word.startswith("-"):
            if len(path) == 1:
                return None
            if _takes_value(node, word):
                next(words, None)
        elif "commands" in node:
            if len(path) == 1 and word in others:
                return None
            if word not in node["commands"]:
                return _refuse(path, word, node["commands"])
            path.append(word)
            node = node["commands"][word]
    return _print(usage(path, node), USAGE_ERROR) if "commands" in node else None


def _takes_value(node: Description, word: str) -> bool:
    return any(
        word in name.split("/") and param.get("type") != "bool"
        for param in node.get("params", [])
        for name in param.get("names", [])
    )


def _print(text: str, code: int = 0) -> int:
    sys.stdout.write(f"{text}\n")
    return code


def _refuse(path: list[str], word: str, names: dict[str, Description]) -> int:
    found = did_you_mean(word, names)
    sys.stderr.write(f"Error: There is no command '{' '.join([*path, word])}'.{found}\n")
    sys.stderr.write(f"`{' '.join(path)} --help` lists them.\n")
    return USAGE_ERROR


def did_you_mean(word: str, names: Collection[str], prefix: str = "") -> str:
    """A sentence, after a space; empty when nothing is near. A prefix that all share says nothing."""
    rests = [name.removeprefix(prefix) for name in names]
    near = [prefix + rest for rest in difflib.get_close_matches(word.removeprefix(prefix), rests, n=3, cutoff=0.6)]
    return f" Did you mean {' or '.join(repr(name) for name in near)}?" if near else ""


def usage(path: list[str], node: Description) -> str:
    """The page that `--help` prints."""
    width = min(shutil.get_terminal_size().columns, WIDEST)
    params = [param for param in node.get("params", []) if not param.get("hidden")]
    arguments = [param for param in params if "names" not in param]
    words = [*path, *(_placeholder(each) for each in arguments), "COMMAND …" if "commands" in node else "[OPTIONS]"]
    told, examples = split_examples(node["help"])
    if not examples:  # a group: the first of each of its commands
        inner = node.get("commands", {}).values()
        examples = [found for each in inner for found in split_examples(each["help"])[1][:1]]
    parts = [f"Usage: {' '.join(words)}", *(textwrap.fill(each, width) for each in told)]
    parts += _table("Arguments", [(_shown(each), _details(each)) for each in arguments], width)
    if "commands" in node:
        commands = [(name, first_sentence(each["help"])) for name, each in node["commands"].items()]
        parts += _table("Commands", commands, width)
    options = [param for param in params if "names" in param] + [HELP]
    parts += _table("Options", [(_shown(each), _details(each)) for each in options], width)
    if examples:
        parts.append(
            "\n".join(["Example:" if len(examples) == 1 else "Examples:", *(f"  {each}" for each in examples)])
        )
    return "\n\n".join(parts)


def split_examples(text: str) -> tuple[list[str], list[str]]:
    """The paragraphs of a help text; the commands after its `Example:`, one a line."""
    paragraphs = [part.strip() for part in text.split("\n\n")]
    told = [" ".join(part.split()) for part in paragraphs if not part.startswith(EXAMPLE)]
    lines = [line for part in paragraphs if part.startswith(EXAMPLE) for line in part.splitlines()]
    return told, [line.removeprefix(EXAMPLE).strip() for line in lines]


def first_sentence(text: str) -> str:
    return split_examples(text)[0][0].split(". ")[0].rstrip(".")


def _placeholder(param: Description) -> str:
    name = param.get("metavar") or param["name"].upper()
    name = name if not param.get("list") or name.endswith("…") else f"{name}…"
    return name if param.get("required") else f"[{name}]"


def _shown(param: Description) -> str:
    if "names" not in param:
        return str(param.get("metavar") or param["name"].upper())
    names = shown_names(param)
    value = "" if param.get("type") == "bool" else f" {param.get('metavar') or _kind(param)}"
    return ", ".join(names) + value


def shown_names(param: Description) -> list[str]:
    """Short ones and the first long one: those behind it are former names, which go on working."""
    groups = [each.split("/") for each in param["names"]]
    short = [group for group in groups if not group[0].startswith("--")]
    long = [group for group in groups if group[0].startswith("--")][:1]
    return [name for group in (*short, *long) for name in group]


def _kind(param: Description) -> str:
    if "choices" in param:
        return "CHOICE"
    return {"str": "TEXT", "int": "N", "float": "N", "Path": "PATH", "UUID": "ID"}[param["type"]]


def _details(param: Description) -> str:
    """What it is for, and in brackets what it may be."""
    facts = []
    if "choices" in param:
        facts.append(" | ".join(param["choices"]))
    if "min" in param or "max" in param:
        facts.append(f"{param.get('min', '…')} to {param.get('max', '…')}")
    if param.get("list"):
        facts.append("may be repeated")
    if "envvar" in param:
        facts.append(f"or {param['envvar']}")
    default = param.get("default")
    if default not in (None, False, "") and param.get("show_default", True) and param.get("type") != "bool":
        facts.append(f"default: {default}")
    if param.get("required"):
        facts.append("required")
    return " ".join([param.get("help", ""), *([f"[{'; '.join(facts)}]"] if facts else [])]).strip()


def _table(title: str, rows: list[tuple[str, str]], width: int) -> Iterator[str]:
    if not rows:
        return
    column = min(max(len(name) for name, _ in rows), WIDEST_NAME) + 4
    lines = [f"{title}:"]
    for name, text in rows:
        filled = textwrap.wrap(text, max(width - column, 20)) or [""]
        if len(name) > WIDEST_NAME:  # a line of its own
            filled = ["", *filled]
        lines += [f"  {name}".ljust(column) + filled[0], *(" " * column + each for each in filled[1:])]
    yield "\n".join(line.rstrip() for line in lines)
