"""The command line: the operator's door. `up` runs everything; the rest are its parts and the operator's tools.

command     what `parley` is asked to do (`commands`); help and names that do not exist need none (`main`, `help`)
description what a command says of itself, as data (`descriptions`, `commands.json`)
role        what a process does: serve platform, serve build, worker, voice (`roles`, `voice`)
supervision what keeps the processes of `up` running (`supervision`)
operator    whoever has the data folder: what operator commands share (`operator`)
demo        an account, a project, keys and phone numbers to try (`demo`, `demo_telephony`, `banner`, `credentials`)
"""
