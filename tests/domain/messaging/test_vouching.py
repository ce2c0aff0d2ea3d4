from __future__ import annotations

import pytest

from parley.domain.messaging.vouching import VouchingSecret, find_vouching_secret
from parley.kit.encryption import Encryptor, SecretUnreadable

ENCRYPTOR = Encryptor(bytes(32))


def test_a_secret_comes_back_from_the_settings_of_its_key_and_is_not_in_them() -> None:
    made = VouchingSecret.new()
    settings = {"hosts": ["shop.example"], **made.settings(ENCRYPTOR)}
    assert find_vouching_secret(settings, ENCRYPTOR) == made
    assert made.secret not in str(settings)
    assert VouchingSecret.new() != made


def test_a_key_without_one_has_none() -> None:
    assert find_vouching_secret({"hosts": []}, ENCRYPTOR) is None


def test_a_secret_is_worth_nothing_under_another_key_id() -> None:
    settings = VouchingSecret.new().settings(ENCRYPTOR)
    with pytest.raises(SecretUnreadable):
        find_vouching_secret({"context": {**settings["context"], "key_id": "ctx_other"}}, ENCRYPTOR)
