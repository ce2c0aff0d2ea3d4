"""Transcript search: conversations in which these words were said. docs/search.md says what matches and what does not.

phrase         words of a query that follow each other; most phrases are a single word
term           what is looked up of a phrase: a word, or two characters of a script without spaces
form           another form of a word (`bookings` for `booking`) that counts as the word itself
lexeme         a term with project and side in front, as the index has it
side           who said it: the user or the agent
"""
