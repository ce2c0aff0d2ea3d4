"""Webhooks: events that go out to whoever has subscribed to them.

endpoint   an address of an account's, the kinds of events that it wants, and a secret that they are signed with
event      something that happened: the very bytes that are signed and sent, whoever they go to
delivery   one event on its way to one endpoint: pending, then delivered, failed or dropped
lease      the right to send a delivery, for as long as an attempt may take
attempt    one request of a delivery, and its outcome; stored for the operator to see
next step  what follows from an outcome: done, another attempt after a pause, or given up
replay     a delivery that begins anew, because somebody wants the event once more
"""
