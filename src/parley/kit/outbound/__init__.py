"""HTTP requests to addresses that strangers chose, without being led into one's own network.

target      a URL, taken apart: what every HTTP implementation understands alike
address     where a name leads to; rules say which may be connected to (`addresses`)
resolver    from host names to addresses
connection  a request out, an answer back, as far as it came
pool        connections that wait for their next request
client      posts over connections that stay open, and wants to know the status; checks every address
egress      any request; its answer is read whole; the same check beneath httpcore

There is no other way to an address that a tenant chose: `pyproject.toml` and `tests/test_shape.py` say who else may
make connections, each to addresses that the operator chose.
"""
