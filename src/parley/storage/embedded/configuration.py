"""The server's settings, written anew at every start so that a newer Parley can change them.

An operator's own go into `local.conf` in the cluster's folder, which is read last.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from parley.storage.embedded.layout import PORT, ROLE

SETTINGS_FILE = "parley.conf"
ACCESS_FILE = "parley_hba.conf"

_NOTICE = "# Written by Parley at every start: changes here are lost."
_OPERATORS = "include_if_exists 'local.conf'"
_MB = 1 << 20
_CGROUP_LIMITS = (Path("/sys/fs/cgroup/memory.max"), Path("/sys/fs/cgroup/memory/memory.limit_in_bytes"))

# The defaults, written down all the same: what was answered must be on the disk.
_DURABLE = {"fsync": "on", "synchronous_commit": "on", "full_page_writes": "on"}
_WRITE_AHEAD = {
    "wal_level": "replica",
    "wal_compression": "on",
    "max_wal_size": "2GB",
    "min_wal_size": "80MB",
    "checkpoint_timeout": "10min",
    # An archive that is away for long must not fill the disk: it is then told of the gap.
    "max_slot_wal_keep_size": "4GB",
}
_PLANNER = {"jit": "off", "random_page_cost": "1.1", "work_mem": "16MB"}
_LANGUAGE = {
    "timezone": "UTC",
    "log_timezone": "UTC",
    "lc_messages": "C",
    "default_text_search_config": "pg_catalog.simple",
}
# Conversation text is personal data. Statements, their parameters and the messages of their errors (which quote values)
# go to the client that caused them and never to the log; `terse` leaves out details, such as what a killed process ran.
_LOG = {
    "logging_collector": "off",
    "log_destination": "stderr",
    "log_line_prefix": "%m [%p] ",
    "log_min_messages": "log",
    "log_error_verbosity": "terse",
    "log_min_error_statement": "panic",
    "log_statement": "none",
    "log_duration": "off",
    "log_min_duration_statement": "-1",
    "log_min_duration_sample": "-1",
    "log_transaction_sample_rate": "0",
    "log_parameter_max_length": "0",
    "log_parameter_max_length_on_error": "0",
    "log_checkpoints": "off",
    "log_lock_waits": "on",
}


def settings_text(socket_folder: Path, memory: int) -> str:
    """`memory`: what the machine, or the container, has in bytes."""
    buffers = min(max(memory // 16, 64 * _MB), 2048 * _MB)
    settings = {
        # No TCP at all: other users of this machine must not even reach the login.
        "listen_addresses": "",
        "port": str(PORT),
        "unix_socket_directories": str(socket_folder),
        "unix_socket_permissions": "0700",
        "password_encryption": "scram-sha-256",
        "max_connections": "200",
        # Nobody replicates to here: one process less.
        "max_logical_replication_workers": "0",
        "shared_buffers": f"{buffers // _MB}MB",
        "effective_cache_size": f"{max(memory // 2 // _MB, 128)}MB",
        "maintenance_work_mem": f"{buffers // 8 // _MB + 16}MB",
    }
    groups = (settings, _DURABLE, _WRITE_AHEAD, _PLANNER, _LANGUAGE, _LOG)
    lines = [line for group in groups for line in _lines(group)]
    return "\n".join([_NOTICE, *lines, _OPERATORS, ""])


def access_text() -> str:
    """Only our role may log in, with its password; not even the superuser, who is left to single-user mode."""
    return f"{_NOTICE}\nlocal all {ROLE} scram-sha-256\nlocal replication {ROLE} scram-sha-256\n"


def machine_memory() -> int:
    physical = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    return min([physical, *(limit for path in _CGROUP_LIMITS if (limit := _limit(path)) is not None)])


def _lines(settings: Mapping[str, str]) -> list[str]:
    return [f"{name} = '{value}'" for name, value in settings.items()]


def _limit(path: Path) -> int | None:
    try:
        text = path.read_text().strip()
    except OSError:
        return None
    # Version 2 of cgroups writes `max` where there is no limit.
    return int(text) if text.isdecimal() else None
