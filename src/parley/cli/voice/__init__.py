"""`parley voice`, the ports that it listens on, and the options of every command that places calls."""
