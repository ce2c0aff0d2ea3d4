"""The Concurrency API, over real HTTP."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import httpx
import pytest

from parley.domain.accounts.model import Family
from parley.domain.concurrency import series
from parley.domain.concurrency.jobs import count_closed_hours
from parley.domain.concurrency.model import floor
from parley.domain.projects.info import ProjectInfo
from parley.platform_api import concurrency
from parley.resources import Resources
from tests.contract import ContractClient
from tests.domain.concurrency.past import HOUR, MIDNIGHT, MINUTE, Past, write
from tests.make import Make

pytestmark = pytest.mark.io

START, END = "2026-03-10T00:00:00Z", "2026-03-10T01:00:00Z"
AGENT = {"voice/configuration.yaml": "greeting:\n  welcome_message: Hello!\n"}


class Asking:
    """A client of one project's Concurrency API: one hour, unless another time is asked for."""

    def __init__(self, client: ContractClient, make: Make, project_info: ProjectInfo, key: str) -> None:
        self.client, self.make, self.project_info, self.key = client, make, project_info, key

    async def get(self, query: str | None = None, **params: str | None) -> httpx.Response:
        """A parameter that is None is left out; a query that is text is sent as it stands."""
        path = f"/v1/{self.project_info.account_id}/{self.project_info.id}/conversations/concurrency"
        given = {"start_time": START, "end_time": END, **params}
        sent = {name: value for name, value in given.items() if value is not None}
        headers = {"x-api-key": self.key}
        if query is not None:
            return await self.client.get(f"{path}?{query}", headers=headers)
        return await self.client.get(path, params=sent, headers=headers)

    async def intervals(self, query: str | None = None, **params: str) -> list[dict[str, Any]]:
        response = await self.get(query, **params)
        assert response.status_code == 200, response.text
        found: list[dict[str, Any]] = response.json()["intervals"]
        return found

    async def peaks(self, query: str | None = None, **params: str) -> list[int]:
        return [each["max_concurrent_conversations"] for each in await self.intervals(query, **params)]

    async def refused(self, status: int, **params: str | None) -> str:
        response = await self.get(**params)
        assert response.status_code == status, response.text
        message: str = response.json()["error_message"]
        return message

    async def write(self, *pasts: Past) -> None:
        await write(self.make.resources.db, self.project_info, pasts)


@pytest.fixture
async def asking(platform: ContractClient, make: Make) -> Asking:
    project_info = await make.project()
    return Asking(platform, make, project_info, (await make.key(Family.CONCURRENCY, project_info)).secret)


def past(minutes: float = 1, length: float = 1, **fields: Any) -> Past:
    started = MIDNIGHT + minutes * MINUTE
    return Past(started, started + length * MINUTE, **fields)


async def test_every_window_of_the_time_is_there(asking: Asking) -> None:
    await asking.write(past(6, 7), past(7, 1), past(12.5, 1), past(40, 100))
    response = await asking.get()
    assert response.headers["content-type"] == "application/json"
    body = response.json()
    assert (body["account_id"], body["project_id"]) == (asking.project_info.account_id, asking.project_info.id)
    assert body["intervals"][0] == {"time": START, "max_concurrent_conversations": 0}
    assert [each["time"] for each in body["intervals"]] == [f"2026-03-10T00:{m:02}:00Z" for m in range(0, 60, 5)]
    assert [each["max_concurrent_conversations"] for each in body["intervals"]] == [0, 2, 2, *[0] * 5, *[1] * 4]


async def test_the_answer_names_ids_when_slugs_were_asked_for(
    asking: Asking, platform: ContractClient, make: Make
) -> None:
    account = await make.account()
    project_info = await make.project(account)
    headers = {"x-api-key": (await make.key(Family.CONCURRENCY, project_info)).secret}
    path = f"/v1/{account.slug}/{project_info.slug}/conversations/concurrency"
    body = (await platform.get(path, params={"start_time": START, "end_time": END}, headers=headers)).json()
    assert (body["account_id"], body["project_id"]) == (account.id, project_info.id)


ROUNDED = (
    ("2026-03-10T00:04:59.999Z", "2026-03-10T00:05:00Z", START, 1),
    ("2026-03-10T00:04:59Z", "2026-03-10T00:05:00.001Z", START, 2),
    ("2026-03-10T00:05:00Z", "2026-03-10T00:10:00Z", "2026-03-10T00:05:00Z", 1),
    ("2026-03-10T05:45:00+05:45", "2026-03-10T00:05:00", START, 1),
    ("2026-03-10", "2026-03-11", START, 288),
    ("2026-03-10T00:01:00Z", "2026-06-10T00:01:00Z", START, 92 * 288 + 1),
)


async def test_times_are_rounded_outwards(asking: Asking) -> None:
    for start, end, first, count in ROUNDED:
        found = await asking.intervals(start_time=start, end_time=end)
        assert (found[0]["time"], len(found)) == (first, count), (start, end)
        assert [each["time"] for each in found] == sorted({each["time"] for each in found})


async def test_a_plus_that_was_not_encoded(asking: Asking) -> None:
    found = await asking.intervals("start_time=2026-03-10T02:00:00+02:00&end_time=2026-03-10T02:05:00+02:00")
    assert [each["time"] for each in found] == [START]


WRONG: tuple[tuple[dict[str, str | None], str], ...] = (
    ({"start_time": None}, "start_time: is required"),
    ({"end_time": None}, "end_time: is required"),
    ({"start_time": "yesterday"}, "start_time: is not a moment"),
    ({"end_time": "1767225600"}, "end_time: is not a moment"),
    ({"end_time": ""}, "end_time: is not a moment"),
    ({"end_time": START}, "end_time: is not after start_time"),
    ({"start_time": "2026-03-10T00:03:00Z", "end_time": "2026-03-10T00:01:00Z"}, "is not after"),
    ({"end_time": "2026-06-10T00:00:00.001Z"}, "more than 92 days"),
    ({"end_time": "9999-12-31T23:59:59Z"}, "more than 92 days"),
    ({"start_time": "9999-12-30", "end_time": "9999-12-31"}, "is not after"),
    ({"client_env": "production"}, "client_env"),
    ({"client_env": "LIVE"}, "client_env"),
    ({"client_env": ""}, "client_env"),
    ({"variant_id": "v1", "variant_name": "North"}, "variant_name: cannot be given together"),
    ({"variant_id": "v" * 256}, "variant_id"),
    ({"language": "english"}, "language"),
    ({"language": "en"}, "language"),
    ({"language": "en_GB"}, "language"),
    ({"language": "en-GB-"}, "language"),
    ({"phone_number": ""}, "phone_number"),
    ({"phone_number": " "}, "phone_number"),
    ({"slice_by": "channel"}, "slice_by"),
    ({"slice_by": ""}, "slice_by"),
)


async def test_wrong_parameters(asking: Asking) -> None:
    for params, words in WRONG:
        assert words in await asking.refused(400, **params), params


async def test_all_that_is_wrong_is_named_at_once(asking: Asking) -> None:
    message = await asking.refused(400, start_time=None, end_time="never", client_env="moon", slice_by="moon")
    assert all(field in message for field in ("start_time", "end_time", "client_env", "slice_by"))


async def test_a_parameter_given_twice(asking: Asking) -> None:
    response = await asking.get(f"start_time={START}&start_time={START}&end_time={END}&end_time={END}")
    assert response.status_code == 400
    assert "start_time: is given more than once; end_time: is given more than once" in response.json()["error_message"]


async def test_what_cannot_be_sliced_by(asking: Asking) -> None:
    for by in ("language", "phone_number"):
        assert "not implemented" in await asking.refused(501, slice_by=by)


async def test_the_environment_is_live_unless_another_is_asked_for(asking: Asking) -> None:
    await asking.write(past(), past(), past(environment="sandbox"), *[past(environment="pre-release")] * 3)
    assert (await asking.peaks())[0] == (await asking.peaks(client_env="live"))[0] == 2
    assert (await asking.peaks(client_env="sandbox"))[0] == 1
    assert (await asking.peaks(client_env="pre-release"))[0] == 3


async def test_filters(asking: Asking, resources: Resources) -> None:
    north: dict[str, Any] = {
        "variant_id": "v1",
        "variant_name": "North Leeds",
        "language": "en-GB",
        "number": "+442071234567",
    }
    south: dict[str, Any] = {"variant_id": "v2", "variant_name": "South", "language": "de-DE", "number": "+4930123"}
    await asking.write(past(**north), past(**north), past(**{**north, "language": "fr-FR"}), past(**south), past())
    encoded = f"start_time={START}&end_time={END}&"
    for _ in range(2):  # from what is counted now, then from what was counted before
        assert (await asking.peaks())[0] == 5
        assert (await asking.peaks(variant_id="v1"))[0] == 3
        assert (await asking.peaks(variant_id=""))[0] == 1
        assert (await asking.peaks(variant_id="North Leeds"))[0] == 0
        assert (await asking.peaks(variant_name="North Leeds"))[0] == 3
        assert (await asking.peaks(f"{encoded}variant_name=North%20Leeds"))[0] == 3
        assert (await asking.peaks(f"{encoded}variant_name=North+Leeds"))[0] == 3
        assert (await asking.peaks(language="en-GB"))[0] == (await asking.peaks(language="EN-gb"))[0] == 2
        assert (await asking.peaks(phone_number="+442071234567"))[0] == 3
        assert (await asking.peaks(f"{encoded}phone_number=+442071234567"))[0] == 3
        assert (await asking.peaks(f"{encoded}phone_number=%2B442071234567"))[0] == 3
        assert (await asking.peaks(phone_number="+44 (20) 7123-4567"))[0] == 3
        assert (await asking.peaks(phone_number="442071234567"))[0] == 0
        assert (await asking.peaks(phone_number="sip:front-desk"))[0] == 0
        assert (await asking.peaks(variant_id="v1", language="fr-FR"))[0] == 1
        assert (await asking.peaks(variant_name="South", language="de-DE", phone_number="+4930123"))[0] == 1
        assert (await asking.peaks(variant_name="South", language="fr-FR"))[0] == 0
        await count_closed_hours(resources.db, MIDNIGHT + 2 * HOUR)


async def test_a_series_for_each_variant(asking: Asking) -> None:
    strange = '100% "é" \\ {}'
    await asking.write(
        past(1, 8, variant_id="v2", variant_name=strange),
        past(1, variant_id="v1", variant_name="North"),
        past(2, variant_id="v2", variant_name=strange),
        past(70, variant_id="v3", variant_name="After the hour"),
        past(1, 0, variant_id="v4", variant_name="Over before it began"),
    )
    found = await asking.intervals(slice_by="variant")
    assert len(found) == 2 * 12
    assert found[:4] == [
        {"time": START, "max_concurrent_conversations": 1, "variant_id": "v1", "variant_name": "North"},
        {"time": START, "max_concurrent_conversations": 2, "variant_id": "v2", "variant_name": strange},
        {
            "time": "2026-03-10T00:05:00Z",
            "max_concurrent_conversations": 0,
            "variant_id": "v1",
            "variant_name": "North",
        },
        {
            "time": "2026-03-10T00:05:00Z",
            "max_concurrent_conversations": 1,
            "variant_id": "v2",
            "variant_name": strange,
        },
    ]
    assert found == sorted(found, key=lambda each: (each["time"], each["variant_id"]))


async def test_slices_can_be_filtered_and_may_be_none(asking: Asking) -> None:
    await asking.write(past(variant_id="v1", language="en-GB"), past(variant_id="v2"), past())
    ids = {each["variant_id"] for each in await asking.intervals(slice_by="variant")}
    assert ids == {"", "v1", "v2"}, "also conversations without a variant"
    for params in ({"variant_id": "v1"}, {"language": "en-GB"}):
        found = await asking.intervals(slice_by="variant", **params)
        assert ({each["variant_id"] for each in found}, len(found)) == ({"v1"}, 12)
    assert await asking.intervals(slice_by="variant", variant_id="v9") == []


async def test_an_answer_in_many_parts_is_the_same_answer(asking: Asking, monkeypatch: pytest.MonkeyPatch) -> None:
    await asking.write(past(3, 2000, variant_id="v1"), past(1500, 3000, variant_id="v2"))
    times = {"start_time": "2026-03-09T22:13:00Z", "end_time": "2026-03-14T07:00:00Z"}
    for params, count in ((times, 1258), ({**times, "slice_by": "variant"}, 2 * 1258)):
        whole = await asking.get(**params)
        with monkeypatch.context() as patch:
            patch.setattr(concurrency, "PART", 1)
            parts = await asking.get(**params)
        assert len(whole.json()["intervals"]) == count
        assert parts.content == whole.content


async def test_too_many_series_for_one_answer(asking: Asking, monkeypatch: pytest.MonkeyPatch) -> None:
    await asking.write(*(past(variant_id=f"v{number}") for number in range(3)))
    await count_closed_hours(asking.make.resources.db, MIDNIGHT + 2 * HOUR)
    monkeypatch.setattr(series, "MOST_INTERVALS", 24)
    response = await asking.get(slice_by="variant")
    assert (response.status_code, response.json()["error_code"]) == (400, "TOO_MANY_INTERVALS")


async def test_other_projects_are_not_counted(asking: Asking, resources: Resources, make: Make) -> None:
    await write(resources.db, await make.project(), [past()])
    await write(resources.db, await make.project(await make.account()), [past()])
    assert await asking.peaks() == [0] * 12


async def test_only_version_1_and_only_reading(asking: Asking) -> None:
    path = f"/v1/{asking.project_info.account_id}/{asking.project_info.id}/conversations/concurrency"
    headers = {"x-api-key": asking.key}
    assert (await asking.client.get(path.replace("/v1/", "/v3/"), headers=headers)).status_code == 404
    refused = await asking.client.post(path, headers=headers)
    assert (refused.status_code, refused.headers["allow"]) == (405, "GET")


async def test_chats_are_counted_while_they_run_and_nothing_after_now(
    platform: ContractClient, make: Make, resources: Resources
) -> None:
    project_info = await make.project()
    await make.deploy(project_info, AGENT)
    chat, headers = f"/v1/{project_info.account_id}/{project_info.id}/chat", await make.chat_headers(project_info)
    asking = Asking(platform, make, project_info, (await make.key(Family.CONCURRENCY, project_info)).secret)
    start = floor(resources.clock.now(), 5 * MINUTE)
    for _ in range(2):
        first = (await platform.post(f"{chat}/create", headers=headers)).json()["conversation_id"]
        await platform.post(f"{chat}/create", headers=headers)
        await platform.put(f"{chat}/close", headers=headers, json={"conversation_id": first})
    now = resources.clock.now()
    peaks = await asking.peaks(
        start_time=start.isoformat(), end_time=(floor(now, 5 * MINUTE) + HOUR + timedelta(minutes=5)).isoformat()
    )
    assert max(peaks) == 3
    assert peaks[-12:] == [0] * 12
