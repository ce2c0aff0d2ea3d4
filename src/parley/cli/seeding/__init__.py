"""Seeding: synthetic records in any number, for trying things out and for benchmarks. Only `parley seed-records` comes
here.

wording        a way to say something, with words in braces that are filled in (`languages.yaml`, `topics.yaml`)
dialogue       what is said in one conversation, made up from wordings
template       a dialogue as the rows and the snapshot that it leaves, but for id, moments and reference
reference      a number that is in one record only: a booking, an order, a claim
plan           templates, start times and vectors: what is decided before anything is written
batch          conversations that are written in one transaction, copied from templates inside the database
"""
