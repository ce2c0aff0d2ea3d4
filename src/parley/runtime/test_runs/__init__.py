"""Test suites: conversations with a simulated user, held and judged without a server.

case      what a project's test_suite/ says: a scenario for a simulated user, and assertions
script    our addition to a case: user lines and, where wanted, the model's own moves, so that a run needs no model
judge     decides by the model whether a statement about the conversation holds
verdict   how a case ended, with the transcript and every reason
"""
