"""The agent of the benchmark of calls, with a number for each thing that is measured, in a database of its own."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import datetime

from parley.domain.accounts import actions as accounts
from parley.domain.accounts.model import Family, Scope
from parley.domain.calls import actions as calls
from parley.domain.calls.model import Encryption, outbound_call
from parley.domain.deployments.actions import publish
from parley.domain.numbers import actions as numbers
from parley.domain.numbers.model import Connector, PhoneNumber
from parley.domain.numbers.trunks import ConnectorUpdate
from parley.domain.projects import actions as projects
from parley.domain.projects.files import bundle_files
from parley.domain.projects.info import ProjectInfo
from parley.kit.clock import SystemClock
from parley.kit.encryption import Encryptor
from parley.storage.db import Connection, Database

SAME_WORDS, OWN_WORDS, WAITS, TALKS = "+442079460001", "+442079460002", "+442079460003", "+442079460004"
"""What the agent does when it is called by this number: it says what it says to everybody, or something about the
caller in each sentence, and hangs up; or it waits for events; or it answers what the caller says."""
SENTENCES = 4
SENTENCE = "Sentence {number} is for {whom}, and as long as what people say at the telephone when they have a minute."
AGENT = {
    "project.yaml": "project_id: bench\naccount_id: bench\nproject_name: Bench\n",
    "voice/configuration.yaml": "greeting: {welcome_message: Hello.}\n",
    "agent_settings/rules.txt": "Be brief. {{fn:goodbye}}",
    "functions/goodbye.py": (
        "from _gen import *\n"
        "@func_description('Ends the call.')\n"
        "def goodbye(conv: Conversation):\n"
        "    return {'utterance': 'Goodbye.', 'hangup': True}\n"
    ),
    "functions/start_function.py": (
        "from _gen import *\n"
        f"SENTENCE = {SENTENCE!r}\n"
        "def start_function(conv: Conversation):\n"
        f"    if conv.callee_number == {WAITS!r}:\n"
        "        conv.generate_external_event(send_to_llm=True)\n"
        "        conv.goto_flow('Wait')\n"
        "        return {'utterance': 'Hello.', 'listen': {'asr': {'timeout': 600}}}\n"
        f"    if conv.callee_number not in ({SAME_WORDS!r}, {OWN_WORDS!r}):\n"
        "        return {'utterance': 'Hello.'}\n"
        f"    whom = 'everybody' if conv.callee_number == {SAME_WORDS!r} else conv.caller_number\n"
        f"    said = [SENTENCE.format(number=number, whom=whom) for number in range({SENTENCES})]\n"
        "    return {'utterance': ' '.join(said), 'hangup': True}\n"
    ),
    "flows/wait/flow_config.yaml": "name: Wait\ndescription: Waits for events\nstart_step: Wait\n",
    "flows/wait/steps/wait.yaml": (
        "step_type: advanced_step\nname: Wait\nprompt: Call {{ft:arrived}} when an event arrives.\n"
    ),
    "flows/wait/functions/arrived.py": (
        "from _gen import *\n"
        "@func_description('An event has arrived.')\n"
        "def arrived(conv: Conversation, flow: Flow):\n"
        "    return {'utterance': 'Arrived.', 'listen': {'asr': {'timeout': 600}}}\n"
    ),
}


@dataclass(frozen=True, slots=True)
class Callee:
    """Who is called, and calls."""

    project: ProjectInfo
    trunk: Connector
    """For the calls that it places, one after the other."""
    events_key: str


async def create_callee(db: Database, encryptor: Encryptor, trunk_port: int) -> Callee:
    bundle, problems = bundle_files({name: text.encode() for name, text in AGENT.items()})
    assert bundle is not None, problems
    now = SystemClock().now()
    async with db.transaction() as tx:
        account = await accounts.create_account(tx, "bench")
        project = await projects.create_project(tx, account.id, "bench", "us-1")
        await publish(tx, project, bundle, "live", now=now, created_by="bench")
        key = await accounts.issue_key(tx, Family.EXTERNAL_EVENTS, Scope(account.id, project.id), now)
        return Callee(project, await _create_connectors(tx, encryptor, project, trunk_port, now), key.secret)


async def _create_connectors(
    tx: Connection, encryptor: Encryptor, project: ProjectInfo, trunk_port: int, now: datetime
) -> Connector:
    here = {"networks": ["127.0.0.1/32"], "max_calls": 100}
    entrance = await numbers.create_connector(tx, encryptor, project, ConnectorUpdate({"name": "In"}, here), now)
    for number in (SAME_WORDS, OWN_WORDS, WAITS, TALKS):
        routed = PhoneNumber(number, project.account_id, project.id, "live", connector_id=entrance.id)
        await numbers.import_number(tx, project, routed, now)
    there = {"host": "127.0.0.1", "port": trunk_port, "caller_id": "+442079460000", "max_calls": 1}
    wanted = ConnectorUpdate({"name": "Out", "outbound": True}, {**there, "queue_seconds": 3000})
    return await numbers.create_connector(tx, encryptor, project, wanted, now)


async def place_calls(db: Database, trunk: Connector, count: int) -> None:
    """Puts calls into the queue, as the API does."""
    now = SystemClock().now()
    async with db.transaction() as tx:
        for _ in range(count):
            await calls.enqueue_call(
                tx, outbound_call(trunk, "+442079461234", now, Encryption.UDP_RTP, {}), per_minute=0
            )


async def outbound_outcomes(db: Database) -> Counter[str]:
    """How many calls have which status."""
    rows = await db.fetch("select status, count(*) from calls where direction = 'outbound' group by 1")
    return Counter({row["status"]: row["count"] for row in rows})


async def awaited_events(db: Database) -> list[str]:
    """The ids that were handed out."""
    return [row["id"] for row in await db.fetch("select id from external_event_ids")]


async def woken_at(db: Database) -> float:
    """When the newest turn began."""
    (row,) = await db.fetch("select max(user_input_at) as moment from turns")
    return float(row["moment"].timestamp())
