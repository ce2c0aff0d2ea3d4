"""Concurrency: how many conversations ran at once.

window         five minutes; its peak is the most that ran at the same moment within it
span           from when to when a conversation ran; one that still runs, until now
facet          what the counted conversations have in common: all, a variant, a language, an agent's number
counted        hours that are over and whose peaks are kept; what came later is counted when it is asked for
stage          a project in one of its environments: what is counted apart from all else
"""
