"""Concurrency: how many conversations ran at once.

window         five minutes; its peak is the most that ran at the same moment within it
span           from when to when a conversation ran; one that still runs, until now
facet          what conversations are counted by: all together, a variant, a language, an agent's number
counted hour   an hour that is over and whose peaks are stored; what came later is counted when it is asked for
progress       until when the hours of a stage are counted
stage          a project in one of its environments: what is counted apart from all else
series         the peaks of all windows of a range, which is what a query gets
"""
