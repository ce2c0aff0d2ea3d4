"""The door of the build and monitoring families: a package for each thing that people build, read or watch.

app            every endpoint of the service
agents         agents and their versions
branches       drafts of an agent: editing, merging, trying them out
chat           talking to an agent while building it
conversations  what was said, and what each turn did
analytics      how an agent does over time
telephony      phone numbers, trunks, and calls that agents place
monitoring     alert rules and webhook endpoints
console        what only the console needs
toolkit        what command-line toolkits of the hosted service read and write of a project
test_runs      runs of test suites, of versions and of drafts
schemas        the JSON Schemas of the format
"""
