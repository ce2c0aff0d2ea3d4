"""Calls in the manner of a program."""

from __future__ import annotations

import json

import pytest

from parley.providers.llm.protocol import ModelError, Tool
from parley.providers.local_model.model import is_written_call, may_be_call, read_expression

FIND = Tool(
    "find_book", "", {"type": "object", "properties": {"title": {"type": "string"}, "year": {"type": "integer"}}}
)
BYE = Tool("find", "", {"type": "object", "properties": {}})


def test_what_may_be_a_call() -> None:
    assert all(may_be_call(text, [FIND]) for text in ("find", " find_book", "find_book(", 'find_book("Emma")'))
    assert not any(may_be_call(text, [FIND]) for text in ("", "finding", "I find_book(", "find_books"))


@pytest.mark.parametrize("text", ["find_book", " find_book\nIt is on shelf B1.", 'find_book("Emma")', "find_book("])
def test_a_whole_text_that_is_a_call(text: str) -> None:
    assert is_written_call(text, [BYE, FIND])


@pytest.mark.parametrize("text", ["", "find_books", "find_book it is", "Find_book", "find (a book)"])
def test_a_whole_text_that_is_none(text: str) -> None:
    assert not is_written_call(text, [FIND])


@pytest.mark.parametrize(
    ("text", "arguments"),
    [
        ('find_book("Emma")', {"title": "Emma"}),
        ("find_book('Emma', 1815).", {"title": "Emma", "year": 1815}),
        ('find_book(year=1815, title="Emma")\nIt is on shelf B1.', {"title": "Emma", "year": 1815}),
        ("find_book()", {}),
        ("find_book", {}),
        (" find_book\nI look it up.", {}),
        ('find_book("Emma", author="Austen")', {"title": "Emma"}),
    ],
)
def test_arguments_get_their_names(text: str, arguments: dict[str, object]) -> None:
    call = read_expression(text, [BYE, FIND])
    assert (call.name, json.loads(call.arguments)) == ("find_book", arguments)


@pytest.mark.parametrize("text", ["find_book(", "find_book(title)", "find_book(open('x'))", "find_book and go"])
def test_what_is_none_is_refused(text: str) -> None:
    with pytest.raises(ModelError):
        read_expression(text, [FIND])
