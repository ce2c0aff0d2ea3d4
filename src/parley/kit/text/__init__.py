"""Small tools for words in any language: terms (stemmed words without filler), sentences."""
