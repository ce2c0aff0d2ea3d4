"""Conversations with clients that stay connected: what a messaging session's requests do, in any process.

journal        writes events of sessions, tells local subscribers and the processes that have others
runner         acts on the requests of a session, one after the other, also on those of a process that died
verbs          join, answer, end: a session's request becomes a turn, and the turn events
reply_events   from the result of a turn to events (pure)
chunks         the reply as it comes, for clients that want it piece by piece
hooks          what is written in the transaction of a turn
desk           people take over, talk, and give back
ratings        what users thought of it, on the way into the record
"""
