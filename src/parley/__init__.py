"""Parley: a self-hosted platform for conversational agents, voice and text."""

__version__ = "0.1.0"
