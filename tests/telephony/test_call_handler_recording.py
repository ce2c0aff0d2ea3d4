"""Recordings of calls: what is in them, when, and what leaves nothing behind."""

from __future__ import annotations

import io
import wave
from collections.abc import AsyncGenerator, AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

import httpx
import numpy as np
import numpy.typing as npt
import pytest

from parley.domain.accounts.model import Family
from parley.domain.projects import actions as projects
from parley.domain.projects.info import ProjectInfo
from parley.providers.llm.scripted import Call, Say, ScriptedModel
from parley.providers.speech.protocol import Piece
from parley.providers.speech.synthesizer import SilentSynthesizer
from parley.telephony.phrase_audio import PhraseAudio
from parley.telephony.sip.fake_stack import FakeCall
from parley.voice.media_leg import RATE
from tests.contract import ContractClient
from tests.finishing import finished
from tests.make import Make
from tests.telephony.test_call_handler import FILES, Harness, call_harness
from tests.waiting import until

pytestmark = pytest.mark.io

LINED_UP = 0.05
"""Seconds that a recording may stray from the transcript."""
KEYS = "return {'utterance': 'PIN?', 'listen': {'dtmf': {'num_digits': 2, 'is_pii': %s}}}"


class Humming(SilentSynthesizer):
    """A voice that can be heard."""

    async def synthesize(
        self, text: str, language: str, voice: Mapping[str, Any] | None = None
    ) -> AsyncGenerator[Piece, None]:
        async for piece in super().synthesize(text, language, voice):
            assert isinstance(piece, bytes), "silence has no words"
            yield noise(len(piece) / 2 / RATE)


def noise(seconds: float) -> bytes:
    return np.random.default_rng(7).integers(4_000, 8_000, round(seconds * RATE)).astype(np.int16).tobytes()


@asynccontextmanager
async def recording(make: Make, start: str = "return None", **settings: Any) -> AsyncIterator[Harness]:
    """Calls of a project that records them."""
    async with call_harness(make, start) as harness:
        harness.handler._speech = PhraseAudio(harness.resources.db, Humming(0.02))
        await change(harness, recording="on", **settings)
        yield harness


async def change(harness: Harness, **settings: Any) -> None:
    async with harness.resources.db.transaction() as tx:
        await projects.change_settings(tx, harness.project_info, settings)


async def hang_up(harness: Harness, far: Any) -> None:
    await far.hang_up()
    await harness.until_over()


async def chunks(harness: Harness) -> int:
    count: int = (await harness.resources.db.fetch("select count(*) from recording_chunks"))[0][0]
    return count


async def until_agent_heard(far: FakeCall) -> None:
    async def is_loud() -> bool:
        return bool(np.frombuffer(far.read_audio(), np.int16).any())

    await until(is_loud)


async def until_caller_heard(far: FakeCall) -> None:
    """All that the caller said was read at our end."""

    async def is_read() -> bool:
        return far.queued_seconds() == 0 and not np.frombuffer(far.far._received, np.int16).any()

    await until(is_read)


class Ear:
    """Listens to recordings as their builder does."""

    def __init__(self, client: ContractClient, project: ProjectInfo, key: str) -> None:
        self._client = client
        self._path = f"/v1/agents/{project.id}/conversations"
        self._headers = {"x-api-key": key}

    @classmethod
    async def of(cls, client: ContractClient, harness: Harness) -> Ear:
        key = await harness.make.key(Family.BUILD, harness.project_info)
        return cls(client, harness.project_info, key.secret)

    async def ask(self, harness: Harness, query: str = "", **headers: str) -> Any:
        public = (await harness.conversation())["public_id"]
        return await self._client.get(f"{self._path}/{public}/audio{query}", headers={**self._headers, **headers})

    async def summary(self) -> dict[str, Any]:
        answer = await self._client.get(self._path, headers=self._headers)
        (summary,) = answer.json()["conversations"]
        found: dict[str, Any] = summary
        return found

    async def hear(self, harness: Harness, query: str = "") -> npt.NDArray[np.int16]:
        """The sides as rows."""
        answer = await self.ask(harness, query)
        assert answer.status_code == 200, answer.text
        return sides(answer.content)


def sides(content: bytes) -> npt.NDArray[np.int16]:
    with wave.open(io.BytesIO(content)) as file:
        assert (file.getframerate(), file.getsampwidth()) == (RATE, 2)
        frames = np.frombuffer(file.readframes(file.getnframes()), np.int16)
        assert file.getnframes() * file.getnchannels() == len(frames)
        return frames.reshape(-1, file.getnchannels()).T


def onset(side: npt.NDArray[np.int16], after: float = 0.0) -> float:
    begin = round(after * RATE)
    return (begin + int(np.argmax(np.abs(side[begin:]) > 1_000))) / RATE


async def test_a_recording_lines_up_with_the_transcript(build: ContractClient, make: Make) -> None:
    """The caller speaks at a known moment of the clock that the record is written by."""
    async with recording(make, KEYS % False) as harness:
        ear, clock = await Ear.of(build, harness), harness.resources.clock
        far = await harness.call()
        await harness.until_turns(1)
        await far.send_dtmf("1")
        far.read_audio()
        spoke_at = clock.now()
        far.write_audio(noise(0.5))
        await far.send_dtmf("2")
        await harness.until_turns(2)

        await until_caller_heard(far)
        await hang_up(harness, far)
        started_at = (await harness.conversation())["started_at"]
        turns = await harness.turns()
        caller, agent = await ear.hear(harness)
        heard_at = onset(caller)
        assert abs(heard_at - (spoke_at - started_at).total_seconds()) < LINED_UP
        # The key that completes the turn was pressed while the caller began to speak.
        assert (turns[1]["user_input_at"] - started_at).total_seconds() > heard_at - LINED_UP
        assert onset(agent) < (turns[0]["agent_response_at"] - started_at).total_seconds() + 3.0
        assert abs(int((np.abs(caller) > 1_000).sum()) - 0.5 * RATE) < 0.01 * RATE
        assert (await ear.summary())["audioUrl"].endswith("/audio")


async def test_what_a_barge_in_cut_off_was_never_said(build: ContractClient, make: Make) -> None:
    start = "return {'utterance': 'This takes a good while to say, which is longer than anybody listens.'}"
    async with recording(make, start) as harness:
        ear, far = await Ear.of(build, harness), await harness.call()
        await harness.until_turns(1)
        await until_agent_heard(far)
        await far.send_dtmf("#")
        await harness.until_turns(2)
        await hang_up(harness, far)
        _caller, agent = await ear.hear(harness)
        spoken = (np.abs(agent) > 1_000).sum() / RATE
        assert 0 < spoken < 1.2


async def test_one_side_a_range_and_the_head(build: ContractClient, make: Make) -> None:
    async with recording(make) as harness:
        ear, far = await Ear.of(build, harness), await harness.call()
        await harness.until_turns(1)
        far.write_audio(noise(0.3))
        await until_caller_heard(far)
        await hang_up(harness, far)
        both = await ear.hear(harness)
        assert (await ear.hear(harness, "?direction=user") == both[:1]).all()
        assert (await ear.hear(harness, "?direction=agent") == both[1:]).all()
        whole = (await ear.ask(harness)).content
        part = await ear.ask(harness, range="bytes=101-2100")
        assert (part.status_code, part.content) == (206, whole[101:2101])
        assert part.headers["content-range"] == f"bytes 101-2100/{len(whole)}"
        end = await ear.ask(harness, range="bytes=-10")
        assert (end.status_code, end.content) == (206, whole[-10:])
        refused = await ear.ask(harness, range=f"bytes={len(whole)}-")
        assert (refused.status_code, refused.json()["error_code"]) == (416, "RANGE_NOT_SATISFIABLE")
        assert (await ear.ask(harness, "?direction=left")).status_code == 400


async def test_nothing_is_recorded_unless_the_project_says_so(build: ContractClient, make: Make) -> None:
    async with recording(make) as harness:
        await change(harness, recording="off")
        ear, far = await Ear.of(build, harness), await harness.call()
        await harness.until_turns(1)
        await hang_up(harness, far)
        answer = await ear.ask(harness)
        assert (answer.status_code, answer.json()["error_code"]) == (404, "CONVERSATIONS_RECORDING_NOT_FOUND")
        assert (await ear.summary())["audioUrl"] is None


@pytest.mark.parametrize("wish", ["conv.discard_recording()", "conv.state.disable_recordings = True"])
async def test_a_discarded_recording_leaves_nothing(make: Make, wish: str) -> None:
    async with recording(make, wish) as harness:
        far = await harness.call()
        await harness.until_turns(1)
        await hang_up(harness, far)
        assert await chunks(harness) == 0
        assert [row["is_discarded"] for row in await harness.resources.db.fetch("select * from recordings")] == [True]


async def test_who_declines_late_leaves_nothing_either(make: Make) -> None:
    """With the very turn: a process that dies right after it leaves nothing."""
    decline = (
        "from _gen import *\n\n@func_description('No.')\ndef decline(conv: Conversation):\n    {}\n    return 'ok'\n"
    )
    async with recording(make) as harness:
        rules = {"agent_settings/rules.txt": "Call {{fn:decline}} for who declines."}
        code = {"functions/decline.py": decline.format("conv.discard_recording()")}
        start = {"functions/start_function.py": FILES["functions/start_function.py"].replace("{start}", "return None")}
        await make.deploy(harness.project_info, {**FILES, **start, **rules, **code})
        make.use_model(ScriptedModel([Call("decline", {}), Say("Fine.")]))
        far = await harness.call()
        await harness.until_turns(1)

        async def is_on_disk() -> bool:
            return await chunks(harness) > 0

        await until(is_on_disk)
        await far.send_dtmf("1#")
        await harness.until_turns(2)
        assert (await harness.turns())[1]["trace"]["functions"][0]["name"] == "decline"
        assert await chunks(harness) == 0
        await hang_up(harness, far)
        assert await chunks(harness) == 0


async def test_who_may_not_read_may_not_listen(build: ContractClient, make: Make) -> None:
    async with recording(make) as harness:
        ear, far = await Ear.of(build, harness), await harness.call()
        await harness.until_turns(1)
        await hang_up(harness, far)
        await change(harness, show_transcripts=False)

        async def is_refused() -> bool:
            answer: httpx.Response = await ear.ask(harness)
            return answer.status_code == 403

        await until(is_refused)
        other = await harness.make.project()
        stranger = Ear(build, other, (await harness.make.key(Family.BUILD, other)).secret)
        assert (await stranger.ask(harness)).json()["error_code"] == "CONVERSATIONS_NOT_FOUND"


@pytest.mark.parametrize("kept", ["keep", "silence"])
async def test_private_parts_are_silent_where_they_are_hidden(build: ContractClient, make: Make, kept: str) -> None:
    async with recording(make, KEYS % True, recording_private=kept) as harness:
        ear, far = await Ear.of(build, harness), await harness.call()
        await harness.until_turns(1)

        async def is_private() -> bool:
            (running,) = harness.handler._recorder._recordings
            return running._tracks._modes[-1].is_private

        # The turn is on disk a moment before the agent listens.
        await until(is_private)
        far.write_audio(noise(0.3))
        await until_caller_heard(far)
        await far.send_dtmf("12")
        await harness.until_turns(2)
        await hang_up(harness, far)
        caller, agent = await ear.hear(harness)
        hidden = await ear.hear(harness, "?redacted=true")
        assert bool(np.abs(caller).max() > 1_000) == (kept == "keep")
        assert np.abs(hidden[0]).max() < 10
        assert (hidden[1] == agent).all()
        assert np.abs(agent).max() > 1_000


async def test_consent_is_asked_for_first_and_is_on_the_recording(build: ContractClient, make: Make) -> None:
    async with recording(make, recording_consent="We record this call.") as harness:
        await change(harness, recording="after_consent")
        ear, far = await Ear.of(build, harness), await harness.call()
        await harness.until_turns(1)
        await until_agent_heard(far)
        await hang_up(harness, far)
        assert (await harness.turns())[0]["agent_response"] == "We record this call. Hello."
        assert np.abs((await ear.hear(harness))[1]).max() > 1_000


async def test_a_recording_is_on_disk_while_the_call_runs(build: ContractClient, make: Make) -> None:
    """Of a process that dies, all but the last seconds is there; and it ends with the conversation's."""
    async with recording(make) as harness:
        ear, far = await Ear.of(build, harness), await harness.call()
        await harness.until_turns(1)
        far.write_audio(noise(0.3))

        async def is_heard() -> bool:
            return await chunks(harness) > 0 and bool(np.abs((await ear.hear(harness))[0]).max() > 1_000)

        await until(is_heard)
        await hang_up(harness, far)


async def test_the_end_function_can_discard_it(make: Make) -> None:
    async with recording(make) as harness:
        files = {"functions/end_function.py": "def end_function(conv):\n    conv.discard_recording()\n"}
        await harness.make.deploy(harness.project_info, {**FILES, **files})
        far = await harness.call()
        await harness.until_turns(1)
        await hang_up(harness, far)
        assert await chunks(harness) > 0
        await finished(harness.resources, (await harness.conversation())["id"])
        assert await chunks(harness) == 0


async def test_what_two_people_say_to_each_other_is_theirs(build: ContractClient, make: Make) -> None:
    handoff = "{'type': 'desk', 'reason': 'asked', 'invite': {'phone_number': '+442079460100'}}"
    async with recording(make, f"return {{'utterance': 'One moment.', 'handoff': {handoff}}}") as harness:
        ear, far = await Ear.of(build, harness), await harness.call()
        _dialled, clerk = await harness.stack.placed.get()

        async def is_bridged() -> bool:
            return bool((await harness.conversation())["handoff"])

        await until(is_bridged)
        far.write_audio(noise(0.3))
        await until_agent_heard(clerk)  # the clerk hears the caller
        await clerk.hang_up()
        await harness.until_over()
        caller, agent = await ear.hear(harness)
        assert np.abs(agent).max() > 1_000
        assert np.abs(caller).max() < 10


async def test_agent_code_can_stop_it_for_a_while(build: ContractClient, make: Make) -> None:
    async with recording(make, "conv.state.stop_recording = True") as harness:
        ear, far = await Ear.of(build, harness), await harness.call()
        await harness.until_turns(1)

        async def is_paused() -> bool:
            (running,) = harness.handler._recorder._recordings
            return running._tracks._modes[-1].is_paused

        await until(is_paused)
        far.write_audio(noise(0.3))
        await until_caller_heard(far)
        await hang_up(harness, far)
        assert np.abs((await ear.hear(harness))[0]).max(initial=0) < 10
