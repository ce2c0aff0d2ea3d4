"""What attacks on agents get out of a project: the cases of AgentDojo, with a model that obeys everybody."""
