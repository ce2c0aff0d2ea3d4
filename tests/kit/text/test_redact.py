"""Redaction: what goes, what stays, in several languages; and what holds for any text at all."""

from __future__ import annotations

import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parley.kit.text.redact import DEEPEST, KINDS, Redactor, redactor
from tests.properties import examples

everything = Redactor(KINDS)

PHONES = """
    +44 7700 900123
    +447700900123
    (+44) 7700 900123
    +44 (0)161 496 0123
    ＋44 7700 900123
    0044 161 496 0123
    447700900123
    07700 900123
    07700900123
    0161 496 0123
    (020) 7946 0958
    0 7 7 0 0 9 0 0 1 2 3
    +1 (512) 555-0123
    +1.512.555.0123
    (512) 555-0123
    512-555-0123
    512.555.0123
    512 555 0123
    5125550123
    5 1 2 5 5 5 0 1 2 3
    1-800-555-0199
    15125550123
    555-0123
    +49 171 1234567
    +49 (0) 171 1234567
    0171-1234567
    030 12345678
    0221/1234567
    4915112345679
    06 12 34 56 78
    06.12.34.56.78
    0612345678
    +33 6 12 34 56 78
    33612345678
    612 345 678
    612345678
    612.345.678
    91 123 45 67
    612 34 56 78
    +34 612 345 678
    06 1234 5678
    333 123 4567
    +39 333 1234567
    22 123 45 67
    601 234 567
    +48 601 234 567
    912 34 567
    22 33 44 55
    +45 22 33 44 55
    070-123 45 67
    +46 70 123 45 67
    06-12345678
    0470 12 34 56
    079 123 45 67
    8 (916) 123-45-67
    +7 916 123-45-67
    89161234567
    0532 123 45 67
    532 123 45 67
    050 123 4567
    050-123-4567
    ٠٥٠١٢٣٤٥٦٧
    98765 43210
    9876543210
    +91 98765 43210
    ०९८७६५४३२१०
    138 1234 5678
    13812345678
    +86 138 1234 5678
    03-1234-5678
    090-1234-5678
    ０３－１２３４－５６７８
    010-1234-5678
    9123 4567
    +65 9123 4567
    0412 345 678
    1300 123 456
    (11) 91234-5678
    +55 11 91234-5678
    55 1234 5678
    +52 55 1234 5678
""".strip().splitlines()

CARDS = [
    "4111 1111 1111 1111", "4111-1111-1111-1111", "4111111111111111", "4111.1111.1111.1111", "4222222222222",
    "5500 0000 0000 0004", "5105105105105100", "2223 0031 2200 3222", "3782 822463 10005", "378282246310005",
    "3056 930902 5904", "6011 1111 1111 1117", "3530111333300000", "6205 5000 0000 0000 004",
    "4 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1", "41 11 11 11 11 11 11 11", "４１１１ １１１１ １１１１ １１１１",
]  # fmt: skip

ADDRESSES = [
    "bob@example.com", "john.smith+lists@mail.example.co.uk", "a_b-c@x.io", "o'neil@example.ie", "max@müller.de",
    "josé@correo.es", "иван@почта.рф", "taro＠example.jp", "1234567890@example.com", "B@EXAMPLE.COM",
]  # fmt: skip

KEPT = """
    I would like a table for 2 at 7 pm tomorrow.
    See you on 12.05.2024 at 14:30.
    2024-05-12 14:30 to 2024-05-13 09:00
    2024-05-12T14:30:00.000Z
    01/02/2024 - 05/02/2024
    12.05.2024-19.05.2024
    Am 12.05.24 um 09.30 Uhr, bis 18.00 Uhr
    Öffnungszeiten: 08.00-22.00 09.00-23.00
    Ouvert de 09.00 à 12.30 et de 14.00 à 18.30
    el 5/6/2025 a las 10:00
    2024年5月12日の14時30分
    01 02 2024
    20240512
    20240512143000
    1718000000
    1718000000000
    from 1990 to 2000, 2023-2024
    That is $1,234,567.89 or 1.234.567,89 €
    € 612 345 678, 612 345 678 €, 612 345 678,50
    1 000 000 000 people, 20 000 000 trees, 500 000 000
    5000-6000 euros, 8000-9000 guests
    0.123456789 and 51.507351, -0.12775812
    a discount of 12.5 % on 3 x 4.99
    the code is 123456, the PIN 0000
    call 112, 911, 999 or 116117
    order 1234567890
    order #5125550123
    invoice INV-5125550123 and WO-2024-00123
    booking AB5125550123 or 5125550123AB
    room 12, floor 3, flat 4b, 10115 Berlin
    ZIP 10001-1234
    192.168.100.200
    version 3.11.15
    CONV-2169940250424295516728509375258649895
    OUT-01901234-5678-7123-8123-123456789012
    0190e0d2-7c3e-7123-8123-123456789012
    12345678-1234-7abc-8123-0123456789ab
    4111 1111 1111 1112
    1111 2222 3333 4444
    DE89 3704 0044 0532 0130 00
    978-3-16-148410-0
    12345678901234567890123
    write to @support, a@b or me @ home
    price@ 5
    1+1, +100, +5 %
""".strip().splitlines()

SENTENCES = [
    "My number is {}, thanks", "{}", "({})", "Call me on {}.", "tel:{}", "Meine Nummer ist {} oder so",
    "Mon numéro : {}", "Mi número es el {}, gracias", "Мой номер {}!", "電話は{}です", "رقمي {} شكرا", "2024-05-12 {}",
    "at 14:30 {}", "{}\n12.05.2024",
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("phone", [line.strip() for line in PHONES])
def test_phone_numbers_go(phone: str) -> None:
    for sentence in SENTENCES:
        assert everything.text(sentence.format(phone)) == sentence.format("[phone]"), sentence


@pytest.mark.parametrize("card", CARDS)
def test_card_numbers_go(card: str) -> None:
    for sentence in SENTENCES:
        assert everything.text(sentence.format(card)) == sentence.format("[card]"), sentence


@pytest.mark.parametrize("address", ADDRESSES)
def test_mail_addresses_go(address: str) -> None:
    for sentence in ("Write to {}.", "{}", "<{}>", "mailto:{}", "{}, please", "({})"):
        assert everything.text(sentence.format(address)) == sentence.format("[email]"), sentence


@pytest.mark.parametrize("text", [line.strip() for line in KEPT])
def test_everything_else_stays(text: str) -> None:
    assert everything.text(text) == text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a table for 4, 07700 900123", "a table for 4, [phone]"),
        ("a table for 4 07700 900123", "a table for 4 [phone]"),
        ("room 12 512-555-0123", "room 12 [phone]"),
        ("+447700900123 2 people", "[phone] 2 people"),
        ("0161 496 0123 07700 900123", "[phone] [phone]"),
        ("0161 496 0123, 07700 900123", "[phone], [phone]"),
        ("06 12 34 56 78 / 06 98 76 54 32", "[phone] / [phone]"),
        ("(512) 555-0123 x12", "[phone] x12"),
        ("512-555-0123x12", "[phone]x12"),
        ("Mob-98765 43210", "Mob-[phone]"),
        ("whatsapp:+447700900123", "whatsapp:[phone]"),
        ("4111 1111 1111 1111 12/27 123", "[card] 12/27 123"),
        ("4111111111111111 and 07700900123 and bob@example.com", "[card] and [phone] and [email]"),
        ("メールはtaro@example.jpです", "メールは[email]です"),
        ("07700900123@example.com", "[email]"),
    ],
)
def test_several_things_in_one_text(text: str, expected: str) -> None:
    assert everything.text(text) == expected


@pytest.mark.parametrize("kind", KINDS)
def test_only_what_is_asked_for_goes(kind: str) -> None:
    values = {"phone": "0161 496 0123", "email": "bob@example.com", "card": "5105 1051 0510 5100"}
    text = "; ".join(values.values())
    assert Redactor([kind]).text(text) == text.replace(values[kind], f"[{kind}]")
    assert Redactor([]).text(text) == text


def test_json_is_redacted_wherever_text_is() -> None:
    value = {
        "phone": "+447700900123",
        "all": ["bob@example.com", {"deep": ["call 07700 900123"]}, None, True, 12.5],
        "+447700900123": 3,
        "order": 1234567890,
    }
    assert everything.value(value) == {
        "phone": "[phone]",
        "all": ["[email]", {"deep": ["call [phone]"]}, None, True, 12.5],
        "[phone]": 3,
        "order": 1234567890,
    }


@pytest.mark.parametrize(
    ("number", "expected"),
    [
        (5125550123, "[phone]"),
        (447700900123, "[phone]"),
        (4111111111111111, "[card]"),
        (612345678, 612345678),
        (1718000000000, 1718000000000),
        (7, 7),
        (-5125550123, -5125550123),
        (True, True),
    ],
)
def test_a_number_in_json_goes_when_it_can_hardly_be_anything_else(number: int, expected: Any) -> None:
    assert everything.value(number) == expected


def test_what_is_too_deep_is_cut_off_instead_of_kept() -> None:
    value: Any = "bob@example.com"
    for _ in range(DEEPEST + 5):
        value = [value]
    assert "bob" not in str(everything.value(value))


@pytest.mark.parametrize(
    ("number", "expected"),
    [("+447700900123", "[phone]"), ("12345678", "[phone]"), ("anonymous", "anonymous"), ("", "")],
)
def test_a_field_that_holds_a_phone_number_is_masked_whatever_its_form(number: str, expected: str) -> None:
    assert everything.number(number) == expected
    assert Redactor(["email"]).number(number) == number


def test_a_redactor_is_made_once_for_the_same_kinds() -> None:
    assert redactor(("phone",)) is redactor(("phone",))


texts = st.text() | st.text(alphabet=" 0123456789+-().#x@a,:/e€０٣電_\u200e", max_size=60)
redactors = st.sets(st.sampled_from(KINDS)).map(Redactor)
json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | texts,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4),
    max_leaves=12,
)


@examples(250)
@given(texts, redactors)
def test_what_was_redacted_stays_as_it_is(text: str, any_redactor: Redactor) -> None:
    once = any_redactor.text(text)
    assert any_redactor.text(once) == once


@given(st.text().map(lambda text: "".join(c for c in text if not c.isdecimal() and c not in "@＠")))
def test_text_without_digits_and_at_signs_is_never_changed(text: str) -> None:
    assert everything.text(text) == text


@given(json)
def test_any_json_can_be_redacted(value: Any) -> None:
    once = everything.value(value)
    assert repr(everything.value(once)) == repr(once)


@pytest.mark.slow
@pytest.mark.parametrize("piece", ["1 ", "a.", "0161 496 0123 ", "+44", "1", "((", "a@", "a@a.", "-", "4111 ", "1-"])
def test_long_texts_take_time_in_proportion(piece: str) -> None:
    """Some hundredths of a second; whoever looks at the whole text again for each of its characters takes five."""
    started = time.process_time()
    everything.text(piece * (30_000 // len(piece)))
    assert time.process_time() - started < 2
