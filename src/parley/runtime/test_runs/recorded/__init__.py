"""A test case from a conversation as it was held: what the user said, in order, and what came of it.

conversation   what is known of it, turn by turn; read from the database in `conversation_reader`
moves          what the model did in a turn, as a script plays it again
expectations   what must be true again: functions, place, end, handoff, facts rather than words
stand_ins      numbers and addresses that are nobody's, in the place of those that are somebody's
case           all of it as a file of `test_suite/`
"""
