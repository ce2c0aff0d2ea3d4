"""Where the `parley` command begins: what needs no command is answered at once, everything else by its command."""

from __future__ import annotations

import importlib
import os
import sys

from parley.cli import help as help_pages

COMMANDS = {
    "up": "parley.cli.up.command:up_command",
    "serve": "parley.cli.roles:serve_command",
    "worker": "parley.cli.roles:worker_command",
    "voice": "parley.cli.voice.command:voice_command",
    "doctor": "parley.cli.doctor.command:doctor_command",
    "backup": "parley.cli.backup.command:app",
    "restore": "parley.cli.backup.restore:restore_command",
    "migrate": "parley.cli.operator:migrate_command",
    "check": "parley.cli.agents.check:check_command",
    "push": "parley.cli.agents.push:push_command",
    "schema": "parley.cli.agents.schema:schema_command",
    "stubs": "parley.cli.agents.stubs:stubs_command",
    "init": "parley.cli.agents.init:init_command",
    "dev": "parley.cli.dev.command:dev_command",
    "test": "parley.cli.suite.command:suite_command",
    "evaluate": "parley.cli.evaluate.command:evaluate_command",
    "chat": "parley.cli.conversations.chat:chat_command",
    "call": "parley.cli.conversations.call:call_command",
    "accounts": "parley.cli.accounts.accounts:app",
    "projects": "parley.cli.accounts.projects:app",
    "keys": "parley.cli.accounts.keys:app",
    "console": "parley.cli.accounts.console:app",
    "secrets": "parley.cli.accounts.secrets:app",
    "rtc": "parley.cli.agents.real_time:app",
    "pull": "parley.cli.agents.pull:pull_command",
    "branches": "parley.cli.agents.branches:app",
    "deployments": "parley.cli.agents.deployments:app",
    "ab-tests": "parley.cli.agents.ab_tests:app",
    "numbers": "parley.cli.channels.numbers:app",
    "connectors": "parley.cli.channels.connectors:app",
    "calls": "parley.cli.channels.calls:app",
    "texts": "parley.cli.channels.texts:app",
    "desk": "parley.cli.channels.desk:app",
    "jobs": "parley.cli.operations.jobs:app",
    "models": "parley.cli.operations.models:app",
    "webhooks": "parley.cli.operations.webhooks:app",
    "alerts": "parley.cli.operations.alerts:app",
    "audit": "parley.cli.operations.audit:audit_command",
    "conversations": "parley.cli.conversations.command:app",
    "completion": "parley.cli.completion:completion_command",
    "seed-records": "parley.cli.seed:seed_command",
}

COMPLETING = "_PARLEY_COMPLETE"
"""What shells set when they ask for what a word could become."""


def main() -> None:
    others = COMMANDS.keys() - help_pages.read().keys()
    code = None if COMPLETING in os.environ else help_pages.answer(sys.argv[1:], others)
    if code is not None:
        sys.exit(code)
    importlib.import_module("parley.cli.commands").app(prog_name="parley")


if __name__ == "__main__":
    main()
