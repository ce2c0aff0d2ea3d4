"""Voices that agents can speak with.

engine voice   one that a running voice process can speak, by what it says of itself
voice          one of a provider that an account has given a name
provider       an engine of this installation, or a service that is set up in it
"""
