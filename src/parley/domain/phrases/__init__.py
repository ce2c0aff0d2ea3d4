"""Phrases that agents are known to say on calls.

phrase      a sentence that stands in a project's files, in a language and a voice
requested   it is to be synthesized, by a voice process, and kept
kept        it has audio, synthesized or uploaded, which calls play instead of synthesizing it
"""
