"""Webhooks: events that go out to whoever has asked for them.

endpoint   an address of an account's, the kinds of events that it wants, and a secret that they are signed with
event      something that happened: the very bytes that are signed and sent, whoever they go to
delivery   one event on its way to one endpoint: pending, then delivered, failed or dropped
attempt    one request of a delivery, and what came of it; kept for the operator to see
step       what follows from an attempt: done, again after a while, or given up
replay     a delivery that begins anew, because somebody wants the event once more
"""
