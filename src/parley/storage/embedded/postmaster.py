"""Starts the postmaster of a cluster that is ready to be served."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from parley.storage.embedded import configuration, logfile, process
from parley.storage.embedded.account import own_private_folder
from parley.storage.embedded.cluster import ClusterContext
from parley.storage.embedded.errors import StartFailed
from parley.storage.embedded.layout import Layout, replace_private, socket_in


@dataclass(frozen=True, slots=True)
class Launch:
    """A postmaster that was started; it may be ready, still recovering its data, or have ended again."""

    child: process.Child
    layout: Layout
    socket_folder: Path
    log_start: int
    """Where in the log its lines begin."""

    def check(self) -> None:
        code = self.child.poll()
        if code is not None:
            why = logfile.fatal_lines(self.layout.log, self.log_start) or "it gave no reason"
            raise StartFailed(f"PostgreSQL ended while starting (exit code {code}): {why}; more in {self.layout.log}")


def launch(context: ClusterContext) -> Launch:
    layout, cluster = context.layout, context.layout.cluster
    socket_folder = layout.socket_folder()
    own_private_folder(socket_folder, context.account)
    _remove_stale_files(layout, socket_folder)
    settings = configuration.settings_text(socket_folder, configuration.machine_memory())
    replace_private(cluster / configuration.SETTINGS_FILE, settings, context.account)
    replace_private(cluster / configuration.ACCESS_FILE, configuration.access_text(), context.account)
    log = logfile.open_log(layout.log)
    log_start = os.fstat(log).st_size
    try:
        child = process.spawn(
            [context.binaries.postgres, "-D", cluster, *_flags(layout)],
            account=context.account,
            folder=cluster,
            # Not SIGKILL, which would leave its children and its shared memory behind.
            when_we_die=process.SHUTDOWN_FAST,
            output=log,
        )
        return Launch(child, layout, socket_folder, log_start)
    finally:
        os.close(log)


def _flags(layout: Layout) -> list[str]:
    options = [
        f"cluster_name={layout.cluster_name}",
        f"config_file={layout.cluster / configuration.SETTINGS_FILE}",
        f"hba_file={layout.cluster / configuration.ACCESS_FILE}",
    ]
    return [part for option in options for part in ("-c", option)]


def _remove_stale_files(layout: Layout, socket_folder: Path) -> None:
    """Nobody works here any more, so these are stale; they may be empty, or name what is now another process."""
    socket = socket_in(socket_folder)
    for stale in (layout.postmaster_pid, socket, socket.with_name(f"{socket.name}.lock")):
        stale.unlink(missing_ok=True)
