"""Searches: records by what was said in them.

transcript     by words: conversations in which these were said
semantic       by meaning: conversations that are about this, in whatever words
match          why a record was found: its score, and the turn that is nearest to the query
"""
