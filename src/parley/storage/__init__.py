"""PostgreSQL: connections, migrations, jobs (queue), news between processes (signals) and the embedded server."""
