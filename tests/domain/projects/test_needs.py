from __future__ import annotations

from parley.domain.projects.files import Bundle
from parley.domain.projects.needs import MOST_PLACES, Needs, Place, find_needs

CODE = """\
TOKEN = "crm_token"
config = 5


def a(conv, name):
    conv.utils.get_secret("one")
    conv.utils.get_secret(secret_name="two")
    conv.utils.get_secret(TOKEN)
    conv.utils.get_secret(name)
    settings = conv.real_time_config
    settings.get("opening", 9)
    conv.real_time_config["closed"]
    conv.real_time_config.get(name)
    conv.state.get("no variable")
    other["no variable either"]
"""
APIS = """\
api_integrations:
  - name: crm
    environments:
      sandbox: {base_url: https://a.example, auth_type: none}
      live: {base_url: https://b.example, auth_type: basic}
  - name: open
    environments:
      live: {base_url: https://c.example, auth_type: none}
"""


def test_secrets_and_variables_are_found_where_the_code_asks_for_them() -> None:
    needs = find_needs(Bundle({"functions/a.py": CODE.encode(), "tests/test_a.py": CODE.encode()}))
    place = "functions/a.py"
    assert needs.secrets == {"one": [Place(place, 6)], "two": [Place(place, 7)], "crm_token": [Place(place, 8)]}
    assert needs.computed == [Place(place, 9)]
    assert needs.variables == {"opening": [Place(place, 11)], "closed": [Place(place, 12)]}


def test_integrations_with_credentials_are_found_by_environment() -> None:
    assert find_needs(Bundle({"config/api_integrations.yaml": APIS.encode()})).apis == {"crm": {"live": "basic"}}


def test_code_that_cannot_be_read_asks_for_nothing_that_is_known() -> None:
    assert find_needs(Bundle({"functions/a.py": b"def a(:\n", "functions/b.py": b"(" * 5_000})) == Needs()


def test_of_many_places_the_first_are_told() -> None:
    text = "def a(conv):\n" + "    conv.utils.get_secret('x')\n" * (MOST_PLACES + 5)
    places = find_needs(Bundle({"functions/a.py": text.encode()})).secrets["x"]
    assert [place.line for place in places] == list(range(2, MOST_PLACES + 2))
