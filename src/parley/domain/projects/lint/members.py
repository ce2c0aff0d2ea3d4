"""Attributes of `conv` and `flow` that do not exist, functions and entities among them."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from parley.domain.projects.format.stubs import surface_members
from parley.domain.projects.lint.code import Code, is_name
from parley.domain.projects.loading.suggestions import did_you_mean
from parley.domain.projects.model import Flow, Problem, Project

WRITTEN_BY_THE_PLATFORM = frozenset({"active_flows", "inactive_flows"})
"""Members of a variant that are in no file."""


@dataclass(frozen=True, slots=True)
class Place:
    """Something behind `conv` whose members are named by the project."""

    noun: str
    known: Collection[str]
    is_dict: bool
    effect: str


def check_members(project: Project, codes: Collection[Code]) -> Iterator[Problem]:
    stored = {
        (part, node.attr) for code in codes for node in _attributes(code, ast.Store) if (part := _part_of(node.value))
    }
    places = _places(project, {part for part, _ in stored if part} | _replaced(codes))
    members = {name: surface_members(kind) for name, kind in (("conv", "Conversation"), ("flow", "Flow"))}
    for code in codes:
        for node in _attributes(code, ast.Load):
            owner = node.value.id if isinstance(node.value, ast.Name) else ""
            part = _part_of(node.value)
            if owner in members:
                yield from _check_member(code, node, owner, members[owner], stored)
            elif part in places and (part, node.attr) not in stored:
                yield from _check_place(code, node, part, places[part])
            elif part == "flow.functions":
                yield from _check_flow_function(project, code, node)


def _attributes(code: Code, context: type[ast.expr_context]) -> Iterator[ast.Attribute]:
    return (node for node in code.nodes if isinstance(node, ast.Attribute) and isinstance(node.ctx, context))


def _part_of(node: ast.AST) -> str:
    """`conv.entities` and the like; empty for all else."""
    if isinstance(node, ast.Attribute) and (is_name(node.value, "conv") or is_name(node.value, "flow")):
        assert isinstance(node.value, ast.Name)
        return f"{node.value.id}.{node.attr}"
    return node.id if isinstance(node, ast.Name) and node.id in ("conv", "flow") else ""


def _replaced(codes: Collection[Code]) -> set[str]:
    return {
        f"conv.{node.attr}" for code in codes for node in _attributes(code, ast.Store) if is_name(node.value, "conv")
    }


def _places(project: Project, written: set[str]) -> dict[str, Place]:
    attributes = {name for variant in project.variants.values() for name in variant.attributes}
    modules = {path.split("/")[1].removesuffix(".py") for path in project.files if path.startswith("functions/")}
    found = {
        "conv.functions": Place("global function", modules, False, "this raises AttributeError"),
        "conv.entities": Place("entity", project.entities, True, "this is always None"),
        "conv.variant": Place("variant attribute", attributes | WRITTEN_BY_THE_PLATFORM, True, "this is always None"),
        "conv.translations": Place("translation", project.translations, False, "this is always empty"),
        "conv.api": Place("API integration", project.api_integrations, False, "this raises AttributeError"),
    }
    # Code that writes variants or entities itself knows what it put into them.
    open_ones = {part for part in ("conv.variant", "conv.entities") if part in written}
    if not project.variants:
        open_ones.add("conv.variant")
    return {part: place for part, place in found.items() if part not in open_ones}


def _check_member(
    code: Code, node: ast.Attribute, owner: str, known: frozenset[str], stored: Collection[tuple[str, str]]
) -> Iterator[Problem]:
    if node.attr.startswith("_") or node.attr in known or (owner, node.attr) in stored:
        return
    yield code.warn(node, f"{owner} has no '{node.attr}': this raises AttributeError{did_you_mean(node.attr, known)}")


def _check_place(code: Code, node: ast.Attribute, part: str, place: Place) -> Iterator[Problem]:
    is_inherited = hasattr(dict, node.attr) if place.is_dict else node.attr.startswith("_")
    if node.attr in place.known or is_inherited:
        return
    near = did_you_mean(node.attr, place.known)
    yield code.warn(node, f"{part}.{node.attr}: there is no such {place.noun}, so {place.effect}{near}")


def _check_flow_function(project: Project, code: Code, node: ast.Attribute) -> Iterator[Problem]:
    flows: list[Flow] = list(project.flows.values())
    known = {name for flow in flows for name in (*flow.functions, *flow.steps)} | {*project.functions}
    files = {path.rpartition("/")[2].removesuffix(".py") for path in project.files}
    if node.attr not in known | files and not node.attr.startswith("_"):
        near = did_you_mean(node.attr, known)
        yield code.warn(
            node, f"flow.functions.{node.attr}: there is no such function: this raises AttributeError{near}"
        )
