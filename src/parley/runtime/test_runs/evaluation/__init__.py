"""Evaluation: how well an agent serves people of all kinds, over and over, and at what price.

goal            what a simulated user wants, and what shows that they got it; written in `evaluation/*.yaml`
persona         how they talk
configuration   what is compared: a model, a variant, a set of rules
trial           one conversation: a goal, a persona, a configuration and a seed
report          all trials with their shares, as JSON and as a page
gate            whether a configuration became worse than it was
"""
