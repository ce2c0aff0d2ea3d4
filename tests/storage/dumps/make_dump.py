"""Makes the dump of a database as this version leaves it, and the notes about it that its test needs.

    .venv/bin/python -m tests.storage.dumps.make_dump

writes `NUMBER.sql` and `NUMBER.json` beside this file; the number is that of the newest migration. To be run before a
migration is added that changes what older databases hold: `tests/storage/test_migrate_dump.py` migrates every dump.
"""

from __future__ import annotations

import asyncio
import json
import re
import subprocess
from base64 import b64encode
from pathlib import Path

from parley.storage.db import Database
from parley.storage.embedded import EmbeddedPostgres
from parley.storage.embedded.binaries import find_binaries
from parley.storage.migrate import all_migrations, migrate
from tests.certificates import Authority
from tests.clocks import ShiftedClock
from tests.conftest import private_folder
from tests.journeys.installation import installed
from tests.receiver import receiving
from tests.storage.dumps.fill import fill

FOLDER = Path(__file__).parent
SECRET_KEY = b64encode(b"a key that is known to everybody").decode()
SETTINGS = {"secret_key": SECRET_KEY, "webhook_networks": "127.0.0.0/8", "webhook_overlap_seconds": 3600.0}
"""Of the installation that fills the database, and of those that go on with it."""

ONLY_FOR_PSQL = re.compile(r"^\\.*\n", re.MULTILINE)
HEADLINE = re.compile(r"^--\n-- .*\n--\n\n", re.MULTILINE)


async def main() -> None:
    script = FOLDER / f"{all_migrations()[-1].number:04}.sql"
    if script.exists():
        raise SystemExit(f"There is {script.name} already: it shows what that version left behind, and stays as it is.")
    with private_folder() as folder:
        async with EmbeddedPostgres(folder) as server:
            db = await Database.open(server.dsn, connections=1)
            await migrate(db)
            await db.aclose()
            clock, authority = ShiftedClock(), Authority(folder)
            settings = {**SETTINGS, "webhook_ca_file": authority.file}
            async with (
                receiving(tls=authority.server("127.0.0.1")) as receiver,
                installed(server.dsn, folder / "data", works=False, clock=clock, **settings) as installation,
            ):
                notes = await fill(installation, clock, receiver)
                dump = await asyncio.to_thread(dump_of, server.dsn)  # while the leases are held
    script.write_text(dump)
    script.with_suffix(".json").write_text(json.dumps(notes, indent=1, sort_keys=True) + "\n")


def dump_of(dsn: str) -> str:
    """As one script that every server we run on understands: without the commands of psql, and without settings that
    only new servers know. The headlines of objects are left out because they say nothing that is not below them."""
    command = [str(find_binaries().folder / "pg_dump"), "--inserts", "--no-owner", "--no-privileges", dsn]
    script = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    head, first, rest = ONLY_FOR_PSQL.sub("", script).partition("CREATE ")
    head = "".join(line for line in head.splitlines(keepends=True) if not line.startswith("SET "))
    return HEADLINE.sub("", head + first + rest)


if __name__ == "__main__":
    asyncio.run(main())
