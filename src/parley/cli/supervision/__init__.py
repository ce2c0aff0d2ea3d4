"""Keeps the processes of `parley up` running: one that dies or hangs is replaced.

supervisor  starts a child for each role, and replaces those that die or hang (`supervisor`, `process_launch`)
liveness    how long a child was not heard of, and when that is too long (`liveness`, `status_reporter`)
template    a process with everything imported, which forks children (`template`, `template_process`, `fork_server`)
subreaper   who becomes the parent of processes that lost theirs (`subreaper`)
health      health, readiness and metrics of all children on one port (`instance_health`)
database    the embedded server, watched like the others (`database_supervisor`)
"""
