"""Imports that fail in an agent host: of modules that it lacks, of names that a file of the project does not define."""

from __future__ import annotations

import ast
import sys
from collections.abc import Collection, Iterator, Mapping

from parley.domain.projects.format.stubs import surface_names
from parley.domain.projects.lint.code import Code
from parley.domain.projects.loading.imports import imported_names, module_names
from parley.domain.projects.loading.suggestions import did_you_mean
from parley.domain.projects.model import Problem, Project

SURFACE = frozenset({"_gen", "imports", "plog", "polyai"})
LIBRARIES = ("requests", "urllib3", "jsonschema", "pydantic", "phonenumbers")
"""What agent hosts promise besides the standard library."""
THEIRS = frozenset(
    (
        *("certifi", "charset_normalizer", "idna", "attr", "attrs", "referencing", "rpds", "jsonschema_specifications"),
        *("annotated_types", "pydantic_core", "typing_extensions", "typing_inspection", "tzdata"),
    )
)
"""What those need themselves."""
FAILING = ("ImportError", "ModuleNotFoundError", "Exception")


def check_imports(project: Project, codes: Collection[Code]) -> Iterator[Problem]:
    own = {path.partition("/")[0].removesuffix(".py") for path in project.files}
    modules = {code.path.removesuffix(".py").replace("/", "."): code for code in codes}
    known = module_names(project.files)
    for code in codes:
        guarded = _guarded(code)
        for node in code.nodes:
            if not isinstance(node, ast.Import | ast.ImportFrom) or id(node) in guarded:
                continue
            for name in sorted(_outside(node)):
                if not _is_there(name, own):
                    libraries = ", ".join(LIBRARIES)
                    message = f"agent hosts have no module '{name}', so this import fails; besides the standard library"
                    yield code.warn(node, f"{message} there are {libraries}{did_you_mean(name, own | {*LIBRARIES})}")
            if isinstance(node, ast.ImportFrom):
                yield from _check_imported(code, node, modules, known)


def _outside(node: ast.Import | ast.ImportFrom) -> set[str]:
    if isinstance(node, ast.ImportFrom):
        return {node.module.partition(".")[0]} if node.module and not node.level else set()
    return {alias.name.partition(".")[0] for alias in node.names}


def _is_there(name: str, own: Collection[str]) -> bool:
    return name in sys.stdlib_module_names or name in SURFACE or name in LIBRARIES or name in THEIRS or name in own


def _guarded(code: Code) -> set[int]:
    """Imports whose failure the author expects."""
    found: set[int] = set()
    for node in code.nodes:
        if isinstance(node, ast.Try) and any(_catches_import(handler) for handler in node.handlers):
            found.update(id(each) for statement in node.body for each in ast.walk(statement))
    return found


def _catches_import(handler: ast.ExceptHandler) -> bool:
    kinds = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    return any(kind is None or (isinstance(kind, ast.Name) and kind.id in FAILING) for kind in kinds)


def _check_imported(
    code: Code, node: ast.ImportFrom, modules: Mapping[str, Code], known: Collection[str]
) -> Iterator[Problem]:
    """`from functions.x import y` where x is there and y is not."""
    for base in imported_names(node, code.path):
        target = modules.get(base)
        # `from functions import x` asks a folder for a file, and a file for nothing.
        if target is None or not node.module or not base.endswith(node.module):
            continue
        defined = top_level_names(target)
        if defined is None:
            continue
        for alias in node.names:
            if alias.name not in defined and alias.name != "*" and f"{base}.{alias.name}" not in known:
                message = f"{target.path} defines no '{alias.name}', so this import fails"
                yield code.warn(node, message + did_you_mean(alias.name, defined))


def top_level_names(code: Code) -> set[str] | None:
    """What can be imported from a file; None when only the running code knows."""
    found: set[str] = set()
    for node in code.nodes:
        if isinstance(node, ast.ImportFrom) and any(alias.name == "*" for alias in node.names):
            if (node.module or "").partition(".")[0] not in SURFACE:
                return None
            found |= surface_names()
        found |= bound_by(node)
    return None if "__getattr__" in found else found


def bound_by(node: ast.AST) -> set[str]:
    """The names that a node gives a value to, wherever in the file that is."""
    match node:
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            return {name}
        case ast.Name(id=name, ctx=ast.Store() | ast.Del()):
            return {name}
        case ast.arg(arg=name):
            return {name}
        case ast.Import(names=names) | ast.ImportFrom(names=names):
            return {alias.asname or alias.name.partition(".")[0] for alias in names}
        case ast.ExceptHandler(name=str(name)) | ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
            return {name}
        case ast.MatchMapping(rest=str(name)):
            return {name}
        case ast.Global(names=names) | ast.Nonlocal(names=names):
            return set(names)
    return set()
