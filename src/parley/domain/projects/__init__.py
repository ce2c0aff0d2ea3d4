"""Agent projects: a folder of YAML and Python that becomes a running agent.

- project info (``info``): whose a project is, where it lives, how it is set; what the platform knows of it.
- bundle (``files``): the folder's files as immutable bytes, with a content address; what is stored and deployed.
- project (``model``): what those files say, as frozen values; what the runtime reads.
- experimental: what `experimental_config.json` sets, and what holds otherwise.
- loading: bundle → project, reporting every problem at once with its file and line.
- problem: one thing wrong; *fatal* when the agent could not run with it, otherwise a warning.
- check: the cross-checks of a whole project (a name that points to nothing, a missing default …).
- needs: what a project asks for by name and somebody has to set.
- real-time configuration: values by environment that can be edited without a deployment; *edits* stand over *files*.
- secret: a value that the operator sets and the agent's functions read by name; encrypted in the database.
- tenant cache: accounts and projects as a serving process knows them.
"""
