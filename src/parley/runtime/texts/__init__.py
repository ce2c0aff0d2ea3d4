"""Conversations by text message: what comes in is answered, what the agent says goes out.

answer      a turn for a message that has come, in the order of their coming (`inbound`)
gateway     the carrier's interface for messages (`gateway`)
outlet      what an agent says of its own accord, as a message (`service`)
"""
