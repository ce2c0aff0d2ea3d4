"""A desk in a Chatwoot installation: a program of its own between the desk interface and Chatwoot's.

- `api`: what it asks Chatwoot for; `desk_api`: what it asks our messaging service for
- `relay`: one user who was handed over, and the Chatwoot conversation that people answer them in
- `adapter`: all of them, round after round
- `webhooks`: where Chatwoot says that something has happened

It keeps nothing on disk. A conversation in Chatwoot names the session that it belongs to, and what has been passed on
is seen on either side, so that it can be stopped, killed and started elsewhere at any moment.
"""
