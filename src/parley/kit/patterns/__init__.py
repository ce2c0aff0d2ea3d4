"""Regular expressions that others wrote, in time linear in the text: Python's syntax and meaning, RE2 underneath.

| word | meaning |
|---|---|
| pattern | a regular expression in the syntax of Python's `re`, compiled once (`pattern`) |
| refusal | why a pattern cannot be used: it is no regular expression, or it cannot be had in linear time (`errors`) |
| node | a part of a pattern, as read by Python's own parser (`nodes`, `parser`) |
| alphabet | which characters a pattern tells apart; each such class of characters is one byte for RE2 (`alphabet`) |
| assertion | what must hold at a place without taking a character: an anchor or a lookaround (`lookarounds`) |
| mark | a byte between two characters that says which assertions hold there (`lookarounds`) |
| program | what RE2 makes of nodes (`re2_program`) |
| template | a replacement with references to groups (`pattern`) |

No other module runs a pattern that is not written in our own source (tests/test_shape.py).
"""
