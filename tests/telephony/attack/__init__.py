"""Attacks on calls: messages and packets that nobody honest sends, made up from honest ones; a seed reproduces them."""
