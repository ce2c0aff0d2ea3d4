from __future__ import annotations

import pytest

from tests.tables import as_table, cases_of

pairs = pytest.mark.parametrize(("a", "b"), [(1, 2), (3, 4)])


def is_in_order(a: int, b: int, shift: int = 0) -> None:
    assert a + shift < b


def test_every_case_that_fails_is_reported_with_its_values() -> None:
    test = pairs(pytest.mark.parametrize("shift", [0, 1, 5])(is_in_order))
    with pytest.raises(ExceptionGroup, match="4 of 6 cases") as failed:
        as_table(test, list(cases_of(test)))()
    assert failed.value.exceptions[0].__notes__ == ["with shift=1, a=1, b=2"]


def test_a_case_that_calls_fail_is_one_that_failed() -> None:
    with pytest.raises(ExceptionGroup, match="1 of 1 cases"):
        as_table(lambda text: pytest.fail(text), [{"text": "no"}])()


def test_what_needs_more_than_its_table_is_left_alone() -> None:
    assert list(cases_of(pytest.mark.parametrize("a", [1, 2])(lambda a, tmp_path: None))) == []
    assert (
        list(cases_of(pytest.mark.parametrize("a", [pytest.param(1, marks=pytest.mark.slow), 2])(lambda a: None))) == []
    )
    assert list(cases_of(pytest.mark.parametrize("a", [1, 2], indirect=True)(lambda a: None))) == []
