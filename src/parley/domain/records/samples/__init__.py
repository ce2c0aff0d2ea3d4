"""Samples: random records, every conversation that is meant being as likely as any other.

sample         conversations in random order; a reader draws one page by page, and none comes twice
draw           what a reader was given of a sample so far
number         stands for one conversation, out of as many as started in a time: drawing numbers spares looking at all
position       where the conversation of a number is: so many others come before it in its hour
"""
