"""SIP and media, behind an interface of our own (`protocol`). Nothing here knows a database, a project or an agent.

baresip           the SIP stack
ingress           what every message passes before the stack sees it
messages          SIP messages as they are written
media             what RTP carries and where it comes from
replaceable call  a call whose leg may be replaced by another (RFC 3891), the last step of an attended transfer
settings          where the stack listens and what it allows
fake stack        both ends of a call in one process, without a network; for tests of what stands above

Arrows: baresip → ingress, media → messages → protocol.
"""
