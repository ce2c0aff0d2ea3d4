"""What a key may be bound to, and whom it is good for."""

from __future__ import annotations

from typing import Any

import pytest

from parley.domain.accounts.model import MOST_PROJECTS, PERMISSIONS, Family, KeyScopeInvalid, Role, Scope, check_scope

US = "us-1"


def scope(**fields: Any) -> Scope:
    return Scope("ACCOUNT-1", **fields)


@pytest.mark.parametrize(
    ("given", "covered"),
    [
        (scope(), {"a", "b"}),
        (scope(project_id="a"), {"a"}),
        (scope(region=US, project_ids=frozenset({"a", "b"})), {"a", "b"}),
        (scope(project_ids=frozenset({"b"})), {"b"}),
        (scope(project_ids=frozenset()), set()),
        (scope(project_id="a", project_ids=frozenset({"b"})), set()),
        (scope(region="uk-1", project_ids=frozenset({"a"})), set()),
    ],
)
def test_a_key_is_good_for_what_every_part_of_its_scope_allows(given: Scope, covered: set[str]) -> None:
    assert {project for project in ("a", "b") if given.covers(project, US)} == covered


@pytest.mark.parametrize("family", sorted(set(Family) - set(PERMISSIONS)))
def test_what_cannot_be_a_permission(family: Family) -> None:
    with pytest.raises(KeyScopeInvalid, match="permissions conversations"):
        check_scope(Family.API, scope(), {Family.HANDOFF, family})


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (scope(project_id="a"), "list of them"),
        (scope(environment="live"), "list of them"),
        (scope(variant="v"), "list of them"),
        (scope(connector_id="c"), "list of them"),
        (scope(project_ids=frozenset()), "1 to 100"),
        (scope(project_ids=frozenset(map(str, range(MOST_PROJECTS + 1)))), "1 to 100"),
    ],
)
def test_what_a_key_with_permissions_cannot_be_bound_to(given: Scope, words: str) -> None:
    with pytest.raises(KeyScopeInvalid, match=words):
        check_scope(Family.API, given, PERMISSIONS)
    check_scope(Family.API, scope(project_ids=frozenset({"a"})), PERMISSIONS)


def test_a_key_with_permissions_has_some() -> None:
    with pytest.raises(KeyScopeInvalid, match="one or more"):
        check_scope(Family.API, scope())


@pytest.mark.parametrize("family", sorted(set(Family) - {Family.API}))
def test_a_key_of_one_family_has_neither_permissions_nor_a_list(family: Family) -> None:
    of_account = family in (Family.BUILD, Family.CONSOLE)
    settings = {"role": "viewer"} if family is Family.CONSOLE else {}
    bound = scope(project_id=None if of_account else "a", environment="live", settings=settings)
    check_scope(family, bound)
    with pytest.raises(KeyScopeInvalid, match="alone"):
        check_scope(family, bound, {Family.HANDOFF})
    with pytest.raises(KeyScopeInvalid, match="alone"):
        check_scope(family, scope(project_ids=frozenset({"a"})))


@pytest.mark.parametrize("settings", [{}, {"role": "owner"}])
def test_a_console_key_has_a_role(settings: dict[str, str]) -> None:
    with pytest.raises(KeyScopeInvalid, match="viewer, editor, admin"):
        check_scope(Family.CONSOLE, scope(settings=settings))


def test_a_role_includes_those_before_it() -> None:
    assert [[role.includes(other) for other in Role] for role in Role] == [
        [True, False, False],
        [True, True, False],
        [True, True, True],
    ]
