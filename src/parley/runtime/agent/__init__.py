"""A deployment made ready for turns, once in a process.

agents         deployments, loaded, compiled, indexed, with a host for their functions
compiled       everything that depends on the project alone, worked out once
references     {{...}} in texts, and what they stand for
texts          the prompts' own texts
tools          functions and built-ins as the model sees them
models         which model answers
"""
