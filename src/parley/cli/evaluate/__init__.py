"""`parley evaluate`: simulated users of all kinds talk to an agent, over and over.

command   the options, and what the exit status is
matrix    which configurations, goals and personas are tried, and with which seeds
running   the trials, some at a time
"""
