"""Operation for operation: what clients of the hosted service know is there, is partly there, or is absent."""

from __future__ import annotations

import pytest

from tests.hosted.facts import BEHIND, CODES, OPERATIONS, Operation, differences, is_there, our_codes
from tests.hosted.table import PAGE, file_of_test, split, table

pytestmark = pytest.mark.slow  # all documents are made for it

every_operation = pytest.mark.parametrize("operation", OPERATIONS, ids=[each.title for each in OPERATIONS])


def test_every_operation_has_one_row() -> None:
    assert len({each.route for each in OPERATIONS}) == len(OPERATIONS)
    listed = [*BEHIND["absent"], *BEHIND["partly"]]
    assert len(listed) == len(set(listed))
    assert set(listed) <= {each.title for each in OPERATIONS}


@every_operation
def test_an_operation_is_as_clients_know_it(operation: Operation) -> None:
    """What is listed as behind has to be so: whoever mends an operation takes it off the list."""
    if not is_there(operation):
        assert operation.title in BEHIND["absent"], f"{operation.title} has gone"
        return
    assert operation.title not in BEHIND["absent"], f"{operation.title} is there: take it off the list"
    found = differences(operation)
    if operation.title in BEHIND["partly"]:
        assert found, f"{operation.title} is as it should be: take it off the list"
    else:
        assert found == []


def test_the_page_has_the_table() -> None:
    assert split(PAGE.read_text())[1] == table(), "write it anew: python -m tests.hosted.table"


@every_operation
def test_the_test_of_an_operation_asks_for_it(operation: Operation) -> None:
    text = (PAGE.parents[1] / file_of_test(operation)).read_text()
    if "facts import" in text:  # it asks for all
        return
    last = [part for part in operation.path.split("/") if not part.startswith("{")][-1]
    assert last in text
    assert operation.method in text or f".{operation.method.lower()}(" in text


def test_error_codes_are_those_that_clients_know() -> None:
    known = {(status, code) for status, codes in CODES.items() for code in codes}
    assert known - our_codes() == set()
