"""Numbers: how calls reach an agent and leave it.

connector      a trunk: where calls come from and go to, and on whose behalf
number         a phone number and the agent, environment and variant that answer it
"""
