"""Parameters that the model cannot fill in as they are written."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator

from parley.domain.projects.lint.code import Code
from parley.domain.projects.loading import signatures
from parley.domain.projects.loading.suggestions import did_you_mean
from parley.domain.projects.model import FunctionKind, Problem

CALLED_BY_THE_MODEL = (FunctionKind.GLOBAL, FunctionKind.TRANSITION)
PLAIN = frozenset({"str", "int", "float", "bool", "None"})
LONGEST_SHOWN = 60


def check_parameters(codes: Collection[Code], called: Collection[str]) -> Iterator[Problem]:
    """`called`: the paths of the functions that the model is shown."""
    for code in codes:
        if code.entry is None or code.path not in called or code.function is None:
            continue
        if code.function.kind not in CALLED_BY_THE_MODEL:
            continue
        arguments = code.entry.args
        named = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
        aliases = {node.id for node in code.nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
        for each in named:
            wrong = None if signatures.is_given(each) else unsupported(each.annotation, aliases)
            if wrong is not None:
                shown = ast.unparse(wrong)[:LONGEST_SHOWN]
                message = f"the model cannot fill in '{each.arg}: {shown}': the format has str, int, float and bool"
                yield code.warn(each, f"{message}, so it will be a text")
        yield from _check_described(code, code.entry, {each.arg for each in named})


def unsupported(annotation: ast.expr | None, aliases: Collection[str] = ()) -> ast.expr | None:
    """The part of an annotation that the format lacks. Names that the file gives a meaning to are taken for right."""
    match annotation:
        case None | ast.Constant(value=None | str()):
            return None
        case ast.Name(id=name):
            return None if name in PLAIN or name in aliases else annotation
        case ast.BinOp(left=left, op=ast.BitOr(), right=right):
            return unsupported(left, aliases) or unsupported(right, aliases)
        case ast.Subscript(value=ast.Name(id=name) | ast.Attribute(attr=name), slice=inner):
            if name == "Literal":
                return None
            if name not in signatures.WRAPPERS:
                return annotation
            parts = inner.elts if isinstance(inner, ast.Tuple) and name == "Union" else [inner]
            first = inner.elts[:1] if isinstance(inner, ast.Tuple) and name == "Annotated" else parts
            return next(filter(None, (unsupported(part, aliases) for part in first)), None)
    return annotation


def _check_described(
    code: Code, entry: ast.FunctionDef | ast.AsyncFunctionDef, named: Collection[str]
) -> Iterator[Problem]:
    """A description that belongs to no parameter never reaches the model."""
    if entry.args.kwarg is not None:
        return
    for call in entry.decorator_list:
        if isinstance(call, ast.Call) and getattr(call.func, "id", "") == "func_parameter" and call.args:
            for name in code.texts(call.args[0]) or ():
                if name not in named:
                    message = f"'{entry.name}' has no parameter '{name}'"
                    yield code.warn(call, message + did_you_mean(name, set(named) - {"conv", "flow"}))
