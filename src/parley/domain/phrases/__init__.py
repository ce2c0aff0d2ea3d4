"""Phrases that agents are known to say on calls.

phrase      a sentence that stands in a project's files, in a language and a voice
kept        it has audio, synthesized or uploaded, which calls play instead of synthesizing it
preview     a text that somebody wants to hear in the voice of a phrase; nothing of it is kept
"""
