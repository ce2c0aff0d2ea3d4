"""Themes: what users said that mattered, put together by meaning.

remark    what a user said in a turn that was not understood, or last before a handoff
subject   which of these two kinds of remarks is asked about
sample    the conversations that are looked at: all of them, or as many as can be read and compared at once
theme     remarks that mean nearly the same; it is named by the wording that is nearest to all of them
"""
