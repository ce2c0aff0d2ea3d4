"""Takes one turn of a conversation.

session    the only way in: open, respond, close; the database on one side, the turn on the other
turn       one turn, as values: prompt, model, tool calls, effects, flows
agent      a deployment made ready for turns
test_runs  test conversations with a simulated user
"""
