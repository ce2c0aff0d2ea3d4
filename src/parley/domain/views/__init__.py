"""Saved views of the list of conversations.

view     filters under a name, as the query that the list takes
owner    the key that saved it; nobody else sees it, unless it is shared with the account
"""
