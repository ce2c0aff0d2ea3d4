"""Where the `parley` command begins: what needs no command is answered at once, everything else by its command."""

from __future__ import annotations

import importlib
import os
import sys

from parley.cli import help as help_pages

COMMANDS = {
    "up": "parley.cli.up:up_command",
    "serve": "parley.cli.roles:serve_command",
    "worker": "parley.cli.roles:worker_command",
    "voice": "parley.cli.voice:voice_command",
    "doctor": "parley.cli.doctor.command:doctor_command",
    "backup": "parley.cli.backup:app",
    "restore": "parley.cli.restore:restore_command",
    "migrate": "parley.cli.operator:migrate_command",
    "check": "parley.cli.check:check_command",
    "push": "parley.cli.push:push_command",
    "schema": "parley.cli.schema:schema_command",
    "stubs": "parley.cli.stubs:stubs_command",
    "init": "parley.cli.init:init_command",
    "dev": "parley.cli.dev.command:dev_command",
    "test": "parley.cli.suite.command:suite_command",
    "evaluate": "parley.cli.evaluate.command:evaluate_command",
    "chat": "parley.cli.chat:chat_command",
    "call": "parley.cli.call:call_command",
    "accounts": "parley.cli.accounts:app",
    "projects": "parley.cli.projects:app",
    "keys": "parley.cli.keys:app",
    "console": "parley.cli.console:app",
    "secrets": "parley.cli.secrets:app",
    "rtc": "parley.cli.real_time:app",
    "pull": "parley.cli.pull:pull_command",
    "branches": "parley.cli.branches:app",
    "deployments": "parley.cli.deployments:app",
    "ab-tests": "parley.cli.ab_tests:app",
    "numbers": "parley.cli.numbers:app",
    "connectors": "parley.cli.connectors:app",
    "calls": "parley.cli.calls:app",
    "texts": "parley.cli.texts:app",
    "desk": "parley.cli.desk:app",
    "jobs": "parley.cli.jobs:app",
    "models": "parley.cli.models:app",
    "webhooks": "parley.cli.webhooks:app",
    "alerts": "parley.cli.alerts:app",
    "audit": "parley.cli.audit:audit_command",
    "conversations": "parley.cli.conversations:app",
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
