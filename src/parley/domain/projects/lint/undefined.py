"""Names that nothing in a file defines, misspelt or not imported: they raise NameError once they are reached."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Collection, Iterator

from parley.domain.projects.lint.code import Code
from parley.domain.projects.lint.imports import bound_by, top_level_names
from parley.domain.projects.loading.suggestions import did_you_mean
from parley.domain.projects.model import Problem

DYNAMIC = frozenset({"globals", "exec", "eval", "locals", "vars"})
"""Where these are used, names may come from anywhere."""


def check_undefined(codes: Collection[Code]) -> Iterator[Problem]:
    for code in codes:
        names = (node for node in reversed(code.nodes) if isinstance(node, ast.Name))
        used = {node.id: node for node in names if isinstance(node.ctx, ast.Load)}
        defined = top_level_names(code)
        if defined is None or not DYNAMIC.isdisjoint(used):
            continue
        # Any binding anywhere in the file counts: which scope it is in is not looked at.
        defined = defined | set().union(*(bound_by(node) for node in code.nodes))
        for name, node in used.items():
            if name not in defined and not hasattr(builtins, name) and not name.startswith("__"):
                yield code.warn(
                    node, f"'{name}' is defined nowhere: this raises NameError{did_you_mean(name, defined)}"
                )
