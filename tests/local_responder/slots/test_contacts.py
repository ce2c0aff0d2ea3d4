"""Phone numbers and e-mail addresses."""

from __future__ import annotations

import pytest

from parley.local_responder.slots.contacts import find_email, find_phone, phone_region


@pytest.mark.parametrize(
    ("text", "regions", "phone"),
    [
        ("512-555-0123", ("US",), "+15125550123"),
        ("five one two five five five oh one two three", ("US",), "+15125550123"),
        ("call me on (512) 555 0123 please", ("US",), "+15125550123"),
        ("+44 20 7946 0018", ("US",), "+442079460018"),
        ("020 7946 0018", ("GB",), "+442079460018"),
        ("020 7946 0018", ("US", "GB"), "+442079460018"),
        ("it's 12", ("US",), None),
        ("no", ("US",), None),
    ],
)
def test_phones(text: str, regions: tuple[str, ...], phone: str | None) -> None:
    assert find_phone(text, regions) == phone


@pytest.mark.parametrize(
    ("code", "region"),
    [("+44", "GB"), ("1", "US"), ("4²", "US"), ("9" * 5_000, "US"), ("de", "DE"), ("999", "US"), ("", "US")],
)
def test_regions(code: str, region: str) -> None:
    assert phone_region(code) == region


@pytest.mark.parametrize(
    ("text", "email"),
    [
        ("John.Smith@example.com.", "john.smith@example.com"),
        ("john dot smith at gmail dot com", "john.smith@gmail.com"),
        ("mary underscore x at foo dot co dot uk", "mary_x@foo.co.uk"),
        ("meet me at noon", None),
    ],
)
def test_emails(text: str, email: str | None) -> None:
    assert find_email(text) == email
