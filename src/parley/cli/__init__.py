"""The command line: the operator's door. `up` runs everything; the rest are its parts and the operator's tools.

command       what `parley` is asked to do (`commands`); help and names that do not exist need none (`main`, `help`)
description   what a command says of itself, as data (`descriptions`, `commands.json`)
operator      whoever has the data folder: what operator commands share (`operator`, `output`, `progress`)
role          what a process does: serve platform, serve build, worker (`roles`), voice (`voice`)

Running       `up`, `supervision`, `doctor`, `backup`
An agent      `agents` (files and versions), `dev`, `suite`, `evaluate`
The operator  `accounts`, `channels`, `conversations`, `operations`, `seeding`
"""
