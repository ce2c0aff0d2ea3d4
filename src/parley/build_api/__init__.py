"""The door of the build and monitoring families: agents, deployments, numbers, alert rules, webhook endpoints."""
