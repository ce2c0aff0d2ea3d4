"""PostgreSQL.

connection   lent from a small pool that outlives restarts of the server (`db`)
transaction  one per request or job, milliseconds long (`db`)
migration    a numbered .sql file, applied once (`migrate`)
partition    the rows of one month (`partitions`)
job          durable work, written in the transaction that wants it; a worker holds it under a lease (`queue`)
signal       news between processes over LISTEN/NOTIFY (`signals`); a watched cache forgets when there is some (`cache`)
wake-up      tells processes after a commit that there is work, which they would find a little later (`wake_ups`)
batch        what many callers want done, in few calls (`batch`)
write probe  whether this process can write (`write_probe`)
embedded     a PostgreSQL of our own (`embedded`)
"""
