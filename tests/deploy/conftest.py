from __future__ import annotations

from pathlib import Path

import pytest

from tests.deploy.image import wheel_of


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return wheel_of(tmp_path_factory.mktemp("wheel"))
