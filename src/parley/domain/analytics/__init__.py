"""How an agent does, over time.

sums      what the conversations of an hour, or of any other time, have together
hour      that is over: its sums were counted once, by channel, variant and deployment
totals    sums of an hour over all channels, variants and deployments, or by one of these alone
metric    what agent code measured in a conversation, a number or a text, under a name of its own
question  which conversations, in which steps of time
"""
