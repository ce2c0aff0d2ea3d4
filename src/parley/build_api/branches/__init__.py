"""Branches over HTTP: for automation under `/v1/agents`, for command-line toolkits under `/adk/v1`.

replies       what answers look like
lookup        from a path to a branch, or to the error that there is none
lifecycle     list, create, rename, tag, delete, restore
merging       into the parent, which publishes; the parent into a branch
drafts        talking to one, and testing it, before it is published
content       behaviour and topics under one
variants      variants and attributes under one
file_changes  changing the files of one
"""
