"""Small tools for words in any language: terms (stemmed, without filler), words (as they are looked for), sentences,
numbers (in digits and in English words), lower case.
"""
