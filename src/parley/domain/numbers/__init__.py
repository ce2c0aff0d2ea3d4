"""Numbers: how calls reach an agent and leave it.

connector      where calls come from and go to, and on whose behalf
trunk          the provider's side of a connector: host, networks, limits, passwords
registration   that a provider knows where to call us, by user and password; one voice process takes care of it
number         a phone number and the agent, environment and variant that answer it; a dynamic one belongs to a pool
"""
