"""Text messages and mails.

message   an SMS, WhatsApp message or mail on its way out (`protocol`)
sender    what sends one kind of message: a Twilio-compatible address (`twilio`), a mail server (`smtp`)
recorder  the default: the message is kept in the database and goes nowhere (`protocol`)
"""
