"""`parley dev`: a project's folder, an instance that runs it, and a conversation with it, in one terminal.

instance   the running `parley up` of the data folder, or one started for the time being (`instance`)
workspace  the project in that instance, with keys for as long as we are here (`workspace`)
watcher    which files of the folder have changed (`watcher`)
chat       the conversation, over the build service's HTTP interface (`conversation`)
recording  the conversation as a case of the test suite (`recording`)
terminal   lines that are typed while others are printed (`terminal`, `session`)
"""
