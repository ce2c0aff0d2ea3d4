"""Agent projects: a folder of YAML and Python that becomes a running agent.

- bundle (``files``): the folder's files as immutable bytes, with a content address; what is stored and deployed.
- project (``model``): what those files say, as frozen values; what the runtime reads.
- knobs: what its `experimental_config.json` sets, and what holds otherwise.
- loading: bundle → project, reporting every problem at once with its file and line.
- problem: one thing wrong; *fatal* when the agent could not run with it, otherwise a warning.
- real-time configuration: values by environment that can be edited without a deployment; *edits* stand over *files*.
- check: the cross-checks of a whole project (a name that points to nothing, a missing default …).
"""
