"""`parley texts`: what is shown of threads, and a phone that texts with an agent."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from parley.cli.channels import texts as command
from parley.domain.texts.notices import Notice, words
from parley.web.serve import bind
from parley.worker.registry import JOBS
from parley.worker.run import Worker
from tests.cli.conftest import Operator
from tests.texting import ACCOUNT, NUMBER, OURS, TOKEN, USER, texting

pytestmark = pytest.mark.io


async def test_a_phone_texts_with_an_agent(
    dsn: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(command, "QUIET_SECONDS", 0.3)
    listener = bind("127.0.0.1", 0)
    carrier_url = f"http://127.0.0.1:{listener.getsockname()[1]}"
    async with texting(dsn, tmp_path / "data", twilio_url=carrier_url) as texts:
        texts.plays("We open at nine.")
        stop = asyncio.Event()
        kinds = {kind: JOBS[kind] for kind in OURS}
        working = texts.resources.tasks.start(Worker(texts.resources, kinds).run(stop), "worker")
        line = command.Line(texts.incoming, USER, NUMBER, texts.incoming)
        await command.text(ACCOUNT, TOKEN, listener, line, ["When do you open?", "STOP"])
        stop.set()
        await working
        assert await texts.statuses() == ["delivered", "delivered"]
    shown = capsys.readouterr().out
    assert "  > When do you open?\n  < Hello!\n\nWe open at nine.\n" in shown
    assert f"  > STOP\n  < {words(Notice.STOPPED, 'en')}\n" in shown


async def test_what_is_missing_is_said(operator: Operator) -> None:
    operator.does("accounts", "create", "acme")
    operator.does("projects", "create", "desk", "--account", "acme")
    where = ("--account", "acme", "--project", "desk")
    assert operator.reads("texts", "list", *where) == []
    assert "parley up" in operator.is_refused("texts", "phone", NUMBER, *where)
