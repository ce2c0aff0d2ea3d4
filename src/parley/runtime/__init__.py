"""Takes one turn of a conversation.

session    the only way in: open, respond, close; the database on one side, the turn on the other
mind       what a conversation knows between two turns
compiled   a project made ready for turns, once
work       a turn under way
ports      what a turn reaches the world through; it opens nothing itself
claim      the right to take the next turn of a conversation
exposing   what a conversation shows to other systems, while it runs and afterwards
arrivals   external events, from the disk into a mind; doorbells tell a door that waits for them
agent      a deployment's project, compiled, indexed, with a host for its functions
host       where agents' Python runs: child processes of their own
suite      test conversations with a simulated user
"""
