"""Telephones of other makers to call and be called by: sipp, baresip as Debian ships it, linphone. All on loopback."""
