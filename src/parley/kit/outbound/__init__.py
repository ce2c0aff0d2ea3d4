"""HTTP requests to addresses that strangers chose, without being led into one's own network.

addresses   which addresses may be connected to
target      a URL, taken apart
names       from host names to addresses
connection  a request out, an answer back, as far as it came
client      posts, over connections that stay open, and wants to know the status; checks every address
guarded     the same check, beneath httpcore
egress      any request; its answer is read whole

There is no other way to an address that a tenant chose: `pyproject.toml` and `tests/test_shape.py` say who else may
make connections, each to addresses that the operator chose.
"""
