"""Numbers: how calls reach an agent and leave it.

connector      where calls come from and go to, and on whose behalf
trunk          the provider's side of a connector: host, networks, limits, passwords
number         a phone number and the agent, environment and variant that answer it; a dynamic one belongs to a pool
"""
