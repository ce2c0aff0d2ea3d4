"""What only the console needs.

sessions   signing in and out; keys: of people and programs
pages      the files of the console itself
operations processes and jobs of the installation; audit_log: who changed what
"""
