"""An agent's files and versions: `parley init`, `check`, `stubs`, `schema`, `push`, `pull`, `branches`, `deployments`,
`ab-tests`, `rtc`."""
