"""`parley up`: everything in one command, and the demo that it makes (account, project, keys, phone numbers)."""
