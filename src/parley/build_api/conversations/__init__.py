"""Conversations as builders and analysts read them.

listing     many, by filters; views: filters that were saved; summaries: one in a list
detail      one; turns, traces: what was said and what each turn did; recordings: its audio
live        those that run; listening: hearing a call
reviews, annotations  what people say of one; test_cases: a case for a test suite made from one
replays     the user's side of one once more, with another version
"""
