"""Naming voices, in the caller's transaction."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any

from parley.domain.accounts import store as accounts
from parley.domain.audit import actions as audit
from parley.domain.audit.model import Kind, Verb
from parley.domain.voices import store
from parley.domain.voices.model import MOST_VOICES, TooManyVoices, Voice, VoiceNotFound
from parley.kit.ids import random_hex
from parley.storage.db import Connection

ID_DIGITS = 16


async def create_voice(tx: Connection, account_id: str, described: Mapping[str, Any], now: datetime) -> Voice:
    # One at a time in an account: what is counted stays true until it is written.
    await accounts.lock_account(tx, account_id)
    if await store.count_voices(tx, account_id) >= MOST_VOICES:
        raise TooManyVoices
    voice = Voice(f"voice_{random_hex(ID_DIGITS)}", account_id, created_at=now, updated_at=now, **described)
    await store.put_voice(tx, voice)
    await audit.record(tx, account_id, Verb.CREATED, Kind.VOICE, voice.id)
    return voice


async def change_voice(
    tx: Connection, account_id: str, voice_id: str, changes: Mapping[str, Any], now: datetime
) -> Voice:
    await accounts.lock_account(tx, account_id)
    voice = await store.find_voice(tx, account_id, voice_id)
    if voice is None:
        raise VoiceNotFound
    different = {name: each for name, each in changes.items() if getattr(voice, name) != each}
    if not different:
        return voice
    changed = replace(voice, **different, updated_at=now)
    await store.put_voice(tx, changed)
    await audit.record(tx, account_id, Verb.CHANGED, Kind.VOICE, voice.id, fields=different)
    return changed
