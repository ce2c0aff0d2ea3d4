"""What an account owns and who gets in: `parley accounts`, `projects`, `keys`, `secrets`, `console`."""
