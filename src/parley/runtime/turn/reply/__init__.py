"""The agent's words: said, kept and taken back.

transcript    delivers words to the listener and keeps them for history and window
model text    the model's words on their way there: phrase filters, then `safety`
phrases       sentences of ours, by language
interruption  what was said when the caller cut in, as far as it was heard
"""
