"""Messaging sessions: a client that stays connected to a conversation, and the journal of what both sides were told.

model          sessions, limits, errors (`model`); the types of events and what is in them (`events`)
request        an event of the client's that somebody has to act on: join, a message, the end (`model`)
journal        every event of a session under its sequence, so that a client that was away gets what it missed
               (`journal_store`)
session        who talks to which agent, how far its requests were acted on, which processes have sockets of it
               (`session_store`, `actions`)
access token   a signed proof that a client may open sessions of one connector (`access_tokens`)
widget         what a site's chat window looks like and does (`widget`)
host           a site or app for which a connector's public token is good (`hosts`)
"""
