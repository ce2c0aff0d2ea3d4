"""A spoken conversation, whatever carries it."""
