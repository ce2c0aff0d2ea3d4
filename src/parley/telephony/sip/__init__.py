"""SIP and media, behind an interface of our own. Nothing here knows a database, a project or an agent."""
