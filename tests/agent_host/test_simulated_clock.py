"""In a simulation the agent's clock stands still, everywhere that its code can look."""

from __future__ import annotations

import time
from collections.abc import Iterator
from datetime import UTC, datetime

import pytest

from parley.agent_host.simulated_clock import parse_instant
from tests.agent_host.in_process import run_body, run_in_process, view_with

THEN = view_with(simulated_at="2024-02-29T23:30:00")


@pytest.fixture(autouse=True)
def in_utc(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Agents run in UTC, wherever the tests do."""
    with monkeypatch.context() as patched:
        patched.setenv("TZ", "UTC")
        time.tzset()
        yield
    time.tzset()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("datetime.now()", "2024-02-29T23:30:00"),
        ("datetime.utcnow()", "2024-02-29T23:30:00"),
        ("datetime.today().date()", "2024-02-29"),
        ("datetime.now(timezone.utc)", "2024-02-29T23:30:00+00:00"),
        ("datetime.now(ZoneInfo('Asia/Tokyo'))", "2024-03-01T08:30:00+09:00"),
        ("dt.datetime.now()", "2024-02-29T23:30:00"),
        ("date.today()", "2024-02-29"),
        ("dt.date.today() + dt.timedelta(days=1)", "2024-03-01"),
        ("time.time()", 1709249400.0),
        ("clock()", 1709249400.0),
        ("time.strftime('%Y-%m-%d')", "2024-02-29"),
        ("time.gmtime().tm_year", 2024),
        ("time.localtime(0).tm_year", 1970),
        ("conv.clock.today()", "2024-02-29"),
        ("isinstance(datetime.now(), datetime) and isinstance(datetime(2020, 1, 1), date)", True),
        ("datetime.strptime('2020-01-02', '%Y-%m-%d') < datetime.now()", True),
        ("datetime.combine(date.today(), datetime.min.time())", "2024-02-29T00:00:00"),
        ("type(datetime.fromisoformat('2020-01-02')).__name__", "datetime"),
    ],
)
def test_every_way_to_ask(expression: str, expected: object) -> None:
    source = (
        "import datetime as dt, time\nfrom datetime import date, datetime, timezone\nfrom time import time as clock\n"
        f"from zoneinfo import ZoneInfo\ndef f(conv):\n    conv.state.result = {expression}\n"
    )
    with run_in_process({"functions/f.py": source}) as harness:
        assert harness.call(view=THEN).state_json["result"] == expected
        again = harness.call(view=THEN)
    assert (again.failure, again.state_json["result"]) == (None, expected)


def test_afterwards_the_clock_runs_again_for_modules_old_and_new() -> None:
    source = "from datetime import datetime\ndef f(conv):\n    return str(datetime.now().year)\n"
    with run_in_process({"functions/f.py": source}) as harness:
        assert harness.call(view=THEN).reply.content == "2024"
        assert harness.call().reply.content == str(datetime.now(UTC).year)
        assert harness.call(view=THEN).reply.content == "2024"


def test_what_is_stored_is_real() -> None:
    first = run_body("from datetime import datetime\nconv.state.when = datetime.now()", THEN)
    second = run_body("from datetime import datetime\nreturn str(type(conv.state.when) is datetime)", state=first.state)
    assert second.reply.content == "True"


def test_models_defined_during_a_simulation_still_validate() -> None:
    outcome = run_body(
        """
        import pydantic
        from datetime import date, datetime
        class Visit(pydantic.BaseModel):
            day: date
            at: datetime
        conv.state.visit = Visit(day="2025-01-01", at=datetime.now()).model_dump(mode="json")
        """,
        THEN,
    )
    assert outcome.state_json["visit"] == {"day": "2025-01-01", "at": "2024-02-29T23:30:00"}


def test_a_function_that_raises_does_not_leave_the_clock_standing() -> None:
    assert run_body("raise ValueError", THEN).failure is not None
    assert run_body("import time\nreturn str(time.time() > 1750000000)").reply.content == "True"


def test_instants() -> None:
    assert parse_instant("2024-01-01T10:00:00+02:00") == datetime(2024, 1, 1, 8, tzinfo=UTC)
    assert parse_instant("2024-01-01") == datetime(2024, 1, 1, tzinfo=UTC)
