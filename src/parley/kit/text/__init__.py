"""Words, sentences and numbers in running text, in any language.

term        a word that carries meaning: stemmed, without accents, no filler (`terms`)
word        a text as it is looked for: folded, nothing left out (`words`)
form        another form of a word: plural, tense (`forms`)
case        lower case, character for character (`case`)
sentence    prose, cut where a sentence ends (`sentences`)
numeral     a number in digits or in English words (`numbers`)
code        digits and letters as people say or spell them (`spoken_codes`; their words are in `number_words`)
part        what may be a request of its own in a sentence with several (`parts`)
slip        a word that was mistyped, and can only mean one other (`slips`)
phone, card a phone or card number, found by the shape of its digits (`phone_and_card_numbers`, `digit_shapes`)
redaction   `[phone]`, `[email]` or `[card]` in the place of the real one (`redact`)
"""
