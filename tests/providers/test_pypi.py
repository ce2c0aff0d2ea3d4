"""What pip says is told in a sentence."""

from __future__ import annotations

import pytest

from parley.providers.pypi import PipFailed, run_pip
from parley.providers.pypi import _reason as reason


def test_no_network_is_not_a_missing_package() -> None:
    said = (
        "WARNING: Retrying (Retry(total=4, ...)) after connection broken by 'NewConnectionError'\n"
        "ERROR: Could not find a version that satisfies the requirement it==1 (from versions: none)\n"
    )
    assert reason(said) == "the package index cannot be reached"


@pytest.mark.parametrize(
    ("said", "told"),
    [
        (
            "WARNING: old\nERROR: THESE PACKAGES DO NOT MATCH THE HASHES\nmore\n",
            "THESE PACKAGES DO NOT MATCH THE HASHES",
        ),
        ("/usr/bin/python3: No module named pip\n", "/usr/bin/python3: No module named pip"),
        ("", ""),
    ],
)
def test_an_error_is_its_own_reason(said: str, told: str) -> None:
    assert reason(said) == told


@pytest.mark.io
def test_a_failing_pip_is_an_error() -> None:
    with pytest.raises(PipFailed, match="unknown command"):
        run_pip("no-such-command")
