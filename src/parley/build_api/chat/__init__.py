"""Talking to an agent while building it.

debug_chat     by text; metadata, function_events: what each turn did, in the form that clients read
browser_calls  by voice, from a page
"""
