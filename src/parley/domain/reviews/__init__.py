"""What people write about a conversation when they have read it. It is no part of the record, and goes with it.

note     a text with its author, on a conversation or on one of its turns
tag      a short word by which conversations are found again
rating   thumb up or down with a reason: one of each author for a conversation, and for each of its turns
author   the key that somebody was signed in with, or that a program sent
"""
