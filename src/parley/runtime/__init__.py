"""Takes one turn of a conversation.

session    the only way in: open, respond, close; the database on one side, the turn on the other
turn       one turn, as values: prompt, model, tool calls, effects, flows
agent      a deployment made ready for turns
messaging  sessions of clients that stay connected, and of people who take over
texts      conversations by text message
test_runs  test conversations with a simulated user, and evaluations of many
"""
