"""What carriers may bring, and who is not believed to be one."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from urllib.parse import urlencode

import httpx
import pytest

from parley.kit.ids import uuid7
from parley.providers.senders.twilio_messages import sign
from tests.texting import ACCOUNT, NUMBER, TOKEN, USER, Texting, connected, texting

pytestmark = pytest.mark.io
OTHER = "+442079999999"


@pytest.fixture(name="texts")
async def _texts(dsn: str, tmp_path: Path) -> AsyncIterator[Texting]:
    async with texting(dsn, tmp_path / "data") as found:
        yield found


def form(**fields: str) -> dict[str, str]:
    return {"MessageSid": "SM1", "AccountSid": ACCOUNT, "From": USER, "To": NUMBER, "Body": "Hi", **fields}


async def post(texts: Texting, url: str, content: str | bytes, signature: str, **headers: str) -> httpx.Response:
    sent = {"X-Twilio-Signature": signature, "Content-Type": "application/x-www-form-urlencoded", **headers}
    return await texts.carrier.client.post(url, content=content, headers=sent)


async def test_what_is_signed_is_taken_and_answered_with_nothing(texts: Texting) -> None:
    fields = form()
    answer = await post(texts, texts.incoming, urlencode(fields), sign(texts.incoming, list(fields.items()), TOKEN))
    assert answer.status_code == 200
    assert answer.text.endswith("<Response/>")
    assert answer.headers["content-type"].startswith("application/xml")
    (row,) = await texts.rows(incoming=True)
    assert (row["status"], row["body"], row["carrier_sid"]) == ("received", "Hi", "SM1")


async def test_a_replay_changes_nothing(texts: Texting) -> None:
    for _ in range(3):
        assert await texts.text("Hi", sid="SMsame") == 200
    assert await texts.text("Something else", sid="SMsame") == 200
    assert await texts.statuses(incoming=True) == ["received"]


@pytest.mark.parametrize(
    "signature", ["", "AAAA", "ü", sign("http://elsewhere/", list(form().items()), TOKEN), sign("", [], "")]
)
async def test_what_is_not_signed_is_refused(texts: Texting, signature: str) -> None:
    sent = signature.encode("latin-1").decode("latin-1")
    headers = [(b"X-Twilio-Signature", sent.encode("latin-1"))]
    answer = await texts.carrier.client.post(texts.incoming, content=urlencode(form()), headers=headers)
    assert answer.status_code == 403
    assert answer.content == b""
    assert await texts.rows(incoming=True) == []


async def test_a_changed_body_is_refused(texts: Texting) -> None:
    signature = sign(texts.incoming, list(form().items()), TOKEN)
    for changed in (form(Body="Pay me"), form(From="+15005550006"), form(Extra="1")):
        assert (await post(texts, texts.incoming, urlencode(changed), signature)).status_code == 403


async def test_another_account_of_the_same_carrier_is_refused(texts: Texting) -> None:
    assert await texts.carrier.post(texts.incoming, form(AccountSid="AC" + "f" * 32)) == 403


async def test_headers_of_proxies_are_not_believed(texts: Texting) -> None:
    """The address that was signed is the one that we told, whatever a client says."""
    for url in ("https://texts.example.com", "http://127.0.0.1:1"):
        wrong = texts.incoming.replace(texts.url, url)
        signature = sign(wrong, list(form().items()), TOKEN)
        host = url.partition("://")[2]
        told = {"X-Forwarded-Host": host, "X-Forwarded-Proto": url.partition(":")[0], "Forwarded": f"host={host}"}
        assert (await post(texts, texts.incoming, urlencode(form()), signature, **told)).status_code == 403
        assert (await post(texts, texts.incoming, urlencode(form()), signature, Host="localhost")).status_code == 403


async def test_behind_a_proxy_the_public_address_is_signed(dsn: str, tmp_path: Path) -> None:
    async with texting(dsn, tmp_path / "data", texts_url="https://texts.example.com/us-1") as texts:
        public = texts.incoming.replace(texts.url, "https://texts.example.com/us-1")
        signature = sign(f"{public}?a=b", list(form().items()), TOKEN)
        reached = texts.incoming.replace(texts.url, f"{texts.url}/us-1")
        assert (await post(texts, f"{reached}?a=b", urlencode(form()), signature)).status_code == 200
        assert (await post(texts, reached, urlencode(form()), signature)).status_code == 403


async def test_without_a_public_address_the_one_that_was_asked_is_signed(dsn: str, tmp_path: Path) -> None:
    async with texting(dsn, tmp_path / "data", texts_url=None) as texts:
        assert await texts.text("Hi") == 200
        await texts.work()
        assert texts.carrier.messages[0].callback == ""


async def test_numbers_of_others_do_not_exist(texts: Texting) -> None:
    """Who has a connector of their own can sign what they like: still only for their own numbers."""
    stranger = await texts.make.project()
    theirs = await connected(texts.make, stranger, OTHER, "another-token")
    forged = replace(texts.carrier, auth_token="another-token")
    url = f"{texts.url}/texts/{theirs.id}/incoming"
    assert await forged.bring(url, USER, NUMBER, "Hi") == 404
    assert await forged.bring(url, USER, "+442070000000", "Hi") == 404
    assert await forged.bring(texts.incoming, USER, NUMBER, "Hi") == 403
    assert await texts.carrier.bring(texts.incoming, USER, OTHER, "Hi") == 404
    assert await texts.rows(incoming=True) == []


@pytest.mark.parametrize("connector", ["CONNECTOR-0", "CONNECTOR-ffffffff", "x", "%00", "CONNECTOR-" + "0" * 500])
async def test_strangers_do_not_learn_which_connectors_there_are(texts: Texting, connector: str) -> None:
    url = f"{texts.url}/texts/{connector}/incoming"
    assert await texts.carrier.bring(url, USER, NUMBER, "Hi") in (403, 404)


@pytest.mark.parametrize(
    "fields",
    [
        form(MessageSid=""),
        form(MessageSid="SM1; drop"),
        form(From="12345"),
        form(From="whatsapp:" + USER),
        form(To="rcs:" + NUMBER),
        form(From="+1" * 200),
    ],
)
async def test_what_is_no_message_is_refused(texts: Texting, fields: dict[str, str]) -> None:
    assert await texts.carrier.post(texts.incoming, fields) == 400


async def test_bodies_are_bounded(texts: Texting) -> None:
    assert await texts.carrier.post(texts.incoming, form(Body="x" * 70_000)) == 413
    assert await texts.carrier.post(texts.incoming, {**form(), **{f"f{n}": "" for n in range(300)}}) == 400
    assert (await post(texts, texts.incoming, b"\xff\xfe=%zz", "AAAA")).status_code in (400, 403)

    async def pieces() -> AsyncIterator[bytes]:
        for _ in range(100):
            yield b"x" * 1000

    answer = await texts.carrier.client.post(texts.incoming, content=pieces(), headers={"X-Twilio-Signature": "A"})
    assert answer.status_code == 413
    assert await texts.carrier.post(texts.incoming, form(Body="y" * 50_000)) == 200
    (row,) = await texts.rows(incoming=True)
    assert len(row["body"]) == 5000


async def test_what_a_database_cannot_hold_is_left_out(texts: Texting) -> None:
    assert await texts.carrier.post(texts.incoming, form(Body="a\x00b")) == 200
    (row,) = await texts.rows(incoming=True)
    assert row["body"] == "ab"


async def test_other_methods_are_no_addresses(texts: Texting) -> None:
    assert (await texts.carrier.client.get(texts.incoming)).status_code == 404


async def test_receipts_are_signed_and_for_messages_of_the_connector(texts: Texting) -> None:
    texts.plays("Good day.")
    await texts.dialogue("Hi")
    (message,) = texts.carrier.messages
    assert await texts.carrier.report(message, "delivered") == 200
    assert await texts.statuses() == ["delivered"]
    forged = replace(texts.carrier, auth_token="x")
    assert await forged.report(message, "failed") == 403
    theirs = await connected(texts.make, await texts.make.project(), OTHER, "another-token")
    forged.auth_token = "another-token"
    other = message.callback.replace(texts.connector.id, theirs.id)
    fields = {"MessageSid": message.sid, "MessageStatus": "read", "AccountSid": ACCOUNT}
    assert await forged.post(other, fields) == 404
    unknown = message.callback.rpartition("/")[0] + f"/{uuid7()}"
    assert await texts.carrier.post(unknown, fields) == 404
    # Of another message than the one that the carrier said it took.
    assert await texts.carrier.post(message.callback, {**fields, "MessageSid": "SMother"}) == 404
    assert await texts.carrier.post(message.callback, {**fields, "MessageStatus": "of another world"}) == 200
    assert await texts.statuses() == ["delivered"]


async def test_a_receipt_says_why(texts: Texting) -> None:
    texts.plays("Good day.")
    await texts.dialogue("Hi")
    (message,) = texts.carrier.messages
    assert await texts.carrier.report(message, "undelivered", ErrorCode="30003") == 200
    (row,) = await texts.rows(incoming=False)
    assert (row["status"], row["error"], row["body"]) == ("undelivered", "30003", "")
