"""A caller whose telephone knows only wide codecs, and who says something that is heard."""

from __future__ import annotations

from unittest.mock import patch

import pytest

from parley.providers.speech.flite import Flite
from parley.providers.speech.protocol import VoiceSettings
from parley.providers.speech.resample import resample
from tests.conftest import private_folder
from tests.fake_openai import Body, Reply, words
from tests.journeys.calls import spoken_switchboard
from tests.telephony.peers.softphone import softphone
from tests.waiting import until

pytestmark = [pytest.mark.io, pytest.mark.spoken, pytest.mark.xdist_group("sip"), pytest.mark.timeout(200)]

SAYS = "I would like a table for four people on Friday, please."
PAUSE_SECONDS, TIMES, PATIENCE = 8, 4, 90


def wide_speech() -> bytes:
    """Again and again, with pauses: somebody who speaks before models are loaded is not heard."""
    # A resampler knows ratios alone: this leaves twice as many samples.
    with patch("parley.providers.speech.flite.resample", lambda samples, rate: resample(samples, rate // 2)):
        said = Flite().synthesize(SAYS, "en-US", VoiceSettings("flite", "slt"))
    return TIMES * (bytes(PAUSE_SECONDS * 2 * 16_000) + said)


def answer(_body: Body) -> Reply:
    return words("That is noted.")


async def test_a_telephone_with_a_wide_codec_is_understood() -> None:

    with private_folder() as folder:
        async with (
            spoken_switchboard(folder, answer) as board,
            softphone(codec="g722/16000/1", says=wide_speech()) as phone,
        ):
            number = await board.number()
            await phone.dial(board.uri(number))

            async def is_understood() -> bool:
                heard = [turn["user_input"] for found in await board.records(number) for turn in found["turns"]]
                return any("table" in each and "Friday" in each for each in heard)

            await until(is_understood, PATIENCE)
            await phone.command("hangup")
