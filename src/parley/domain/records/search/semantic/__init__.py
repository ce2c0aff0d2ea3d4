"""Semantic search: finished conversations by what they are about, in whatever words that was said.

vector         what a conversation is about, as a direction: the mean of the vectors of its turns
space          which model made a vector, and how; only vectors of one space may be compared
signature      one bit a coordinate of a vector, its sign: small enough to compare a query with a million
collection     the vectors of one project, environment and space, which are searched together
block          some thousand signatures of a collection in one row; vectors that are in none yet are unpacked
queue          conversations with a snapshot that wait for their vector
"""
