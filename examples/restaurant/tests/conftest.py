import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))


class State(dict):
    __getattr__ = dict.get
    __setattr__ = dict.__setitem__


@pytest.fixture
def make_conv():
    table = yaml.safe_load((ROOT / "config/variant_attributes.yaml").read_text())["attributes"]

    def make(branch="harbour", language="en-GB", **more):
        variant = SimpleNamespace(**{attribute["name"]: attribute["values"][branch] for attribute in table})
        return SimpleNamespace(
            variant=variant, variant_name=branch, language=language, state=State(), real_time_config=more
        )

    return make
