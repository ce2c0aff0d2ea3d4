"""Regular expressions that others wrote, in time linear in the text: Python's syntax and meaning, RE2 underneath.

| word | meaning |
|---|---|
| pattern | a regular expression in the syntax of Python's `re`, compiled once (`pattern`) |
| refusal | why a pattern cannot be used: it is no regular expression, or it cannot be had in linear time (`refusals`) |
| node | a part of a pattern, as read by Python's own parser (`reading`) |
| alphabet | which characters a pattern tells apart; each such class of characters is one byte for RE2 (`alphabet`) |
| mark | a byte between two characters that says which lookarounds hold there (`marks`) |
| template | a replacement with references to groups (`templates`) |

No other module runs a pattern that is not written in our own source (tests/test_shape.py).
"""
