"""Runs a parametrised test as one item that goes through its table: in runs of quick pure tests, where to collect and
report a case takes longer than the case itself. Every case that fails is reported with its values. Async tests, tests
with fixtures and tables with marks on single cases stay as they are."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import wraps
from inspect import iscoroutinefunction, isfunction, signature
from itertools import product
from typing import Any

import pytest

Case = Mapping[str, Any]


def pytest_pycollect_makeitem(
    collector: pytest.Module | pytest.Class, name: str, obj: object
) -> pytest.Function | None:
    if not (isfunction(obj) and name.startswith("test_") and isinstance(collector, pytest.Module)):
        return None
    cases = list(cases_of(obj))
    if len(cases) < 2:
        return None
    return pytest.Function.from_parent(collector, name=name, callobj=as_table(obj, cases))


def cases_of(test: Callable[..., None]) -> Iterator[Case]:
    """The cases of a test that needs nothing else; none otherwise."""
    marks: Sequence[pytest.Mark] = getattr(test, "pytestmark", ())
    tables = [mark for mark in marks if mark.name == "parametrize"]
    if iscoroutinefunction(test) or not all(map(_is_plain, tables)):
        return
    rows = [[_row_of(names, values) for values in mark.args[1]] for mark in tables for names in [_names_of(mark)]]
    if {name for mark in tables for name in _names_of(mark)} == set(signature(test).parameters):
        for parts in product(*rows):
            yield {name: value for part in parts for name, value in part.items()}


def as_table(test: Callable[..., None], cases: Sequence[Case]) -> Callable[[], None]:
    @wraps(test)
    def go_through() -> None:
        failures = [failure for case in cases if (failure := _failure_of(test, case))]
        if failures:
            raise ExceptionGroup(f"{len(failures)} of {len(cases)} cases", failures)

    del go_through.__wrapped__  # its parameters would be taken for fixtures
    go_through.pytestmark = [mark for mark in getattr(test, "pytestmark", ()) if mark.name != "parametrize"]  # type: ignore[attr-defined]
    return go_through


def _failure_of(test: Callable[..., None], case: Case) -> Exception | None:
    try:
        test(**case)
    except Exception as error:  # noqa: BLE001 the other cases are tried too
        error.add_note(f"with {', '.join(f'{name}={value!r:.200}' for name, value in case.items())}")
        return error
    except pytest.fail.Exception as failure:
        return AssertionError(f"{failure} (with {case!r:.500})")
    except pytest.skip.Exception:
        pass
    return None


def _is_plain(mark: pytest.Mark) -> bool:
    return (
        len(mark.args) == 2
        and set(mark.kwargs) <= {"ids"}
        and isinstance(mark.args[1], Sequence)
        and not any(getattr(values, "marks", ()) for values in mark.args[1])
    )


def _names_of(mark: pytest.Mark) -> list[str]:
    names = mark.args[0]
    return [name.strip() for name in names.split(",")] if isinstance(names, str) else list(names)


def _row_of(names: Sequence[str], values: Any) -> Case:
    found = values.values if hasattr(values, "marks") else values if len(names) > 1 else (values,)
    return dict(zip(names, found, strict=True))
