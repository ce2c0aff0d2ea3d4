"""Python files: which entry functions they hold. Nothing is imported; agent code only runs in an agent host."""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Collection, Mapping
from dataclasses import replace

from parley.domain.projects.loading import imports, signatures
from parley.domain.projects.loading.findings import Text
from parley.domain.projects.loading.signatures import Entry
from parley.domain.projects.loading.source import Source
from parley.domain.projects.model import Function, FunctionKind

SPECIAL = {"start_function": FunctionKind.START, "end_function": FunctionKind.END}


def load_files(source: Source) -> dict[str, str]:
    """Every Python file as text, without the generated stubs, which the agent host replaces."""
    texts = {path: source.text(path) for path in source.bundle.files if path.endswith(".py")}
    return {path: text for path, text in texts.items() if text is not None and not path.startswith("_gen/")}


def load_functions(
    source: Source, files: Mapping[str, str], folder: str, kind: FunctionKind, flow: str | None = None
) -> dict[str, Function]:
    """The entry functions of a folder by name. A file without one is a module for others, not a tool."""
    found = {}
    modules = imports.module_names(files)
    for path in source.direct(folder, ".py"):
        name = path.rpartition("/")[2].removesuffix(".py")
        # The two names mean something special in functions/ only.
        actual = SPECIAL.get(name, kind) if kind is FunctionKind.GLOBAL else kind
        function = _read_function(source, path, files[path], name, actual, modules)
        if function is not None:
            found[name] = replace(function, flow=flow)
        # What a function returns may hold references, so code is checked like any other text.
        if "{{" in files[path]:
            source.findings.texts.append(Text(path, 1, files[path], flow))
    return found


def _read_function(
    source: Source, path: str, text: str, name: str, kind: FunctionKind, modules: Collection[str]
) -> Function | None:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # invalid escapes in an author's text would be written to our stderr
            module = ast.parse(text)
    # The last two are what the parser raises for code that is nested too deeply.
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        line = getattr(error, "lineno", None) or 1
        message = getattr(error, "msg", None) or "not readable as Python"
        source.findings.warning(path, line, f"calls to this function will fail: {message}")
        return _unparsed_function(path, text, name, kind)
    for line, gone in imports.find_missing(module, path, modules):
        source.findings.warning(path, line, f"what needs this import will fail: there is no module '{gone}'")
    entries = [node for node in module.body if isinstance(node, Entry) and node.name == name]
    if not entries:
        return None
    if len(entries) > 1:
        message = f"'{name}' is defined twice; the last definition counts"
        source.findings.warning(path, entries[-1].lineno, message)
    entry = entries[-1]
    constants = _constants(module) if entry.decorator_list else {}
    return Function(
        name=name,
        path=path,
        kind=kind,
        description=signatures.description(entry, constants),
        # No model calls these, so nobody fills in parameters.
        parameters=signatures.parameters(entry, constants)
        if kind not in (*SPECIAL.values(), FunctionKind.STEP)
        else (),
        latency=signatures.latency(entry, constants),
        line=entry.lineno,
    )


def _unparsed_function(path: str, text: str, name: str, kind: FunctionKind) -> Function | None:
    """A function that cannot be parsed still exists: references to it are right, only calling it fails."""
    entry = re.search(rf"^(?:async\s+)?def\s+{re.escape(name)}\s*\(", text, re.MULTILINE)
    return Function(name, path, kind, line=text.count("\n", 0, entry.start()) + 1) if entry else None


def _constants(module: ast.Module) -> dict[str, ast.expr]:
    """Module-level names with a value, which decorators may use."""
    found = {}
    for node in module.body:
        if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
            found[node.targets[0].id] = node.value
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.value is not None:
            found[node.target.id] = node.value
    return found
