"""Concurrency: how many conversations ran at once.

window         five minutes; its peak is the most that ran at the same moment within it
facet          what the counted conversations have in common: all, a variant, a language, an agent's number
counted        hours that are over and whose peaks are kept; what came later is counted when it is asked for
"""
