"""Tool calls: functions of the project and built-in tools.

calls          one call of a function: what it is given, what is kept of it
host services  what it may ask for while it runs
effects        what it did besides answering; `messages` go out with the end of the turn
delays         what is said on a call while it takes long
confirmation   what the user has to agree to before it happens
built-in tools the model's tools that are no functions
"""
