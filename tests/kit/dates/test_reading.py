from __future__ import annotations

import pytest

from parley.kit.dates.reading import is_birth, is_day_first


@pytest.mark.parametrize(
    ("language", "day_first"),
    [
        ("en-US", False),
        ("en", False),
        ("", False),
        ("es-US", False),
        ("en_ph", False),
        ("es-PR", False),
        ("en-GB", True),
        ("de", True),
        ("de-DE", True),
        ("es-419", True),
        ("zh-Hans-CN", True),
    ],
)
def test_the_region_decides_whether_the_day_comes_first(language: str, day_first: bool) -> None:
    assert is_day_first(language) is day_first


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("date_of_birth", True),
        ("DOB", True),
        ("The caller's birthday", True),
        ("when they were born", True),
        ("birthday_party_date", False),
        ("the day of the birthday dinner", False),
        ("stubborn", False),
        ("visit_date", False),
    ],
)
def test_dates_of_birth_are_known_by_their_names(words: str, expected: bool) -> None:
    assert is_birth(words) is expected
