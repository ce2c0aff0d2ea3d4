"""The command line: the operator's door. `up` runs everything; the rest are its parts and the operator's tools.

command     what `parley` is asked to do (`commands`); help and names that do not exist need none (`main`, `help`)
description what a command says of itself, as data (`descriptions`, `commands.json`)
role        what a process does: serve platform, serve build, worker, voice (`roles`, `voice`)
supervisor  the process of `up`: starts a child for each role, and replaces those that die or hang (`supervisor`)
liveness    how long a child was not heard of, and when that is too long (`liveness`, `status_reporter`)
template    a process with everything imported, which forks children (`template`, `template_process`, `fork_server`)
subreaper   who becomes the parent of processes that lost theirs (`subreaper`)
operator    whoever has the data folder: what operator commands share (`operator`)
demo        an account, a project, keys and phone numbers to try (`demo`, `demo_telephony`, `banner`, `credentials`)
"""
